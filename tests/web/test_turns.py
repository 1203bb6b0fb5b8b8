"""Requests begin in turns: a crowd keeps nobody waiting who was begun before it, and nobody of the crowd is forgotten."""

from __future__ import annotations

import asyncio

from tripot.web.turns import Turns


def test_in_each_round_so_many_begin_in_the_order_in_which_they_came_and_others_get_on() -> None:
    async def crowd() -> None:
        turns, begun, seen = Turns(10), list[int](), list[int]()

        async def request(number: int) -> None:
            await turns.take()
            begun.append(number)

        requests = [asyncio.create_task(request(number)) for number in range(95)]
        while len(begun) < len(requests):
            await asyncio.sleep(0)  # one round: what a clock needs several of
            seen.append(len(begun))
        assert begun == list(range(95))
        assert all(after - before <= 10 for before, after in zip([0, *seen], seen, strict=False))
        assert len(seen) <= 95 // 10 + 3

    asyncio.run(crowd())


def test_who_comes_alone_does_not_wait() -> None:
    async def one_by_one() -> None:
        turns = Turns(2)
        for _ in range(10):
            turn = turns.take()
            try:
                turn.send(None)
            except StopIteration:  # it has not waited for anything
                pass
            else:
                raise AssertionError("it waits")
            await asyncio.sleep(0)

    asyncio.run(one_by_one())


def test_who_goes_away_while_waiting_takes_nobodys_turn() -> None:
    async def cancelled() -> None:
        turns = Turns(1)
        requests = [asyncio.create_task(turns.take()) for _ in range(6)]
        await asyncio.sleep(0)
        for request in requests[1:4]:
            request.cancel()
        await asyncio.wait_for(asyncio.gather(*requests, return_exceptions=True), 60)
        await asyncio.wait_for(turns.take(), 60)

    asyncio.run(cancelled())
