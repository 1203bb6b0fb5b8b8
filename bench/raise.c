/*
 * RAISE (Peter Prinz), 2-5 seats, random play: the yardstick in C for the speed of the compiled Python rules.
 *
 *     gcc -std=c11 -O3 -Wall -Wextra -o raise raise.c
 *     ./raise SEATS GAMES SEED    plays random games and prints one line of JSON; the same seed, the same games
 *     ./raise --check             plays 2000 games at every number of seats, counting all cards after every move
 *
 * The rules, the small steps and the order of the questions are those of the notation page, section `raise`, with
 * raise_cards = any. The game is a state that is asked for its legal moves (`legal_moves`) and told one of them
 * (`play`); chance is drawn within `play`, card by card and die by die. Every legal move is equally likely.
 */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- The box ------------------------------------------------------------------------------------------------------ */

enum { MIN_SEATS = 2, MAX_SEATS = 5, DECK = 30, HAND = 6, DICE = 7, FACES = 6, POINT_CARDS = 14, POINT_SUM = 182 };
enum { DIAMOND, GEAR, CLOUD, HOURGLASS, BELL, BLANK };
enum { TYPES = 17, PASS = 17, STOP = 18, MAX_MOVES = HAND + 1 }; /* moves 0 to 16 are the card types, in table order */

static const int8_t SYMBOL[TYPES] = {DIAMOND, DIAMOND, DIAMOND, GEAR, GEAR, GEAR, CLOUD, CLOUD, CLOUD, CLOUD,
                                     HOURGLASS, HOURGLASS, HOURGLASS, BELL, BELL, BELL, BELL};
static const int8_t DIGIT[TYPES] = {4, 5, 6, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 1, 2, 3, 4};
static const int8_t COPIES[TYPES] = {1, 2, 1, 1, 3, 1, 1, 3, 1, 1, 2, 4, 1, 1, 3, 3, 1};
static const int8_t VICTORY[TYPES] = {1, 1, 5, 1, 1, 5, 1, 1, 1, 5, 1, 1, 5, 1, 1, 1, 5}; /* victory points */

static const int8_t DIE[DICE][FACES] = {
    {BLANK, CLOUD, HOURGLASS, BELL, GEAR, DIAMOND},   {BLANK, CLOUD, HOURGLASS, BELL, GEAR, DIAMOND},
    {BLANK, CLOUD, HOURGLASS, BELL, GEAR, DIAMOND},   {BLANK, CLOUD, HOURGLASS, BELL, GEAR, BELL},
    {BLANK, CLOUD, HOURGLASS, BELL, GEAR, BELL},      {BLANK, CLOUD, HOURGLASS, BELL, HOURGLASS, BELL},
    {BLANK, CLOUD, HOURGLASS, BELL, HOURGLASS, BELL},
};
static const int8_t POINTS[POINT_CARDS] = {6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20};
static const int8_t ROUNDS[MAX_SEATS + 1] = {0, 0, 8, 9, 10, 11}; /* point cards less those removed, by seats */

/* --- Random numbers: xoshiro128++, seeded by splitmix64 ----------------------------------------------------------- */

typedef struct {
    uint32_t s[4];
    int64_t chance_events; /* drawn so far */
} Random;

static Random random_from(uint64_t seed)
{
    Random r = {{0}, 0};
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        r.s[i] = (uint32_t)(z >> 32);
    }
    return r;
}

static inline uint32_t rotate(uint32_t x, int k) { return x << k | x >> (32 - k); }

/* A number from 0 to n - 1, by multiplying and shifting (the bias, below n / 2^32, does not matter here). */
static inline int below(Random *r, int n)
{
    uint32_t *s = r->s, result = rotate(s[0] + s[3], 7) + s[0], t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 11);
    return (int)((uint64_t)result * (uint32_t)n >> 32);
}

static inline int chance(Random *r, int n)
{
    r->chance_events++;
    return below(r, n);
}

/* --- The state ---------------------------------------------------------------------------------------------------- */

enum { COMMIT, RAISE, OVER }; /* phases */

typedef struct {
    int8_t seats, phase, actor, roller, round; /* actor: the seat asked; round: rounds begun */
    /* Cards. A pile is a list in no particular order, each draw being random; the other zones are counts by type. */
    int8_t pile[MAX_SEATS][DECK], pile_size[MAX_SEATS];
    int8_t hand[MAX_SEATS][TYPES], hand_size[MAX_SEATS];
    uint32_t held[MAX_SEATS]; /* the card types in hand, as a set of bits */
    int8_t common[TYPES], won[MAX_SEATS][TYPES];
    int8_t unseen[POINT_CARDS], point_card; /* point cards; unseen includes those removed */
    int16_t won_points[MAX_SEATS], set_aside;
    /* The round. */
    int8_t first[MAX_SEATS];     /* the hidden first card */
    int16_t value[TYPES];        /* of every card type with the present dice */
    int16_t position[MAX_SEATS]; /* of the pawn; 0: none on the board (every card is worth at least 1) */
    int16_t arrival[MAX_SEATS], clock;
    /* The raise under way. */
    int8_t raised, lowest; /* number of cards played; the first card type that may follow */
    int16_t target;        /* space of the second-to-last pawn */
} Game;

/* --- The rules ---------------------------------------------------------------------------------------------------- */

static void draw_up(Game *g, int seat, Random *r)
{
    while (g->hand_size[seat] < HAND && g->pile_size[seat] > 0) {
        int8_t *pile = g->pile[seat];
        int i = chance(r, g->pile_size[seat]--);
        g->hand[seat][pile[i]]++;
        g->held[seat] |= 1u << pile[i];
        g->hand_size[seat]++;
        pile[i] = pile[g->pile_size[seat]];
    }
}

static void all_draw_up(Game *g, Random *r)
{
    for (int seat = 0; seat < g->seats; seat++)
        draw_up(g, seat, r);
}

/* The next seat from `seat` on that has a card, or the number of seats. */
static int with_card(const Game *g, int seat)
{
    while (seat < g->seats && g->hand_size[seat] == 0)
        seat++;
    return seat;
}

/* Turn a point card, roll the dice, ask for the first cards. If nobody has a card, the point card is set aside. */
static void begin_round(Game *g, Random *r)
{
    while (g->round < ROUNDS[g->seats]) {
        int left = POINT_CARDS - g->round++, i = chance(r, left);
        g->point_card = g->unseen[i];
        g->unseen[i] = g->unseen[left - 1];

        int8_t multiplier[BLANK + 1] = {1, 1, 1, 1, 1, 1};
        for (int die = 0; die < DICE; die++)
            multiplier[DIE[die][chance(r, FACES)]]++;
        for (int card = 0; card < TYPES; card++)
            g->value[card] = (int16_t)(DIGIT[card] * multiplier[SYMBOL[card]]);

        g->actor = (int8_t)with_card(g, 0);
        if (g->actor < g->seats) {
            g->phase = COMMIT;
            return;
        }
        g->set_aside += g->point_card;
        g->point_card = 0;
    }
    g->phase = OVER;
}

/* The winner takes the point card and the common pile; all draw up; the next round. */
static void end_round(Game *g, int winner, Random *r)
{
    g->won_points[winner] += g->point_card;
    g->point_card = 0;
    for (int card = 0; card < TYPES; card++)
        g->won[winner][card] += g->common[card];
    memset(g->common, 0, sizeof g->common);
    g->position[winner] = 0;
    g->roller = (int8_t)winner;
    all_draw_up(g, r);
    begin_round(g, r);
}

/* Ask the last pawn; among those on one space the latest arrival, which lies on top. With one pawn left, end. */
static void next_pawn(Game *g, Random *r)
{
    int last = -1, second = INT16_MAX; /* the last pawn, and the lowest space of the others */
    for (int seat = 0; seat < g->seats; seat++) {
        int space = g->position[seat];
        if (space == 0)
            continue;
        int rear = last < 0 ? INT16_MAX : g->position[last];
        if (space < rear || (space == rear && g->arrival[seat] > g->arrival[last])) {
            second = rear;
            last = seat;
        } else if (space < second) {
            second = space;
        }
    }
    if (second == INT16_MAX) {
        end_round(g, last, r);
        return;
    }
    g->phase = RAISE;
    g->actor = (int8_t)last;
    g->target = (int16_t)second;
    g->raised = g->lowest = 0;
}

static inline void play_card(Game *g, int seat, int card)
{
    if (--g->hand[seat][card] == 0)
        g->held[seat] &= ~(1u << card);
    g->hand_size[seat]--;
    g->common[card]++;
    g->position[seat] += g->value[card];
}

/* All first cards are chosen: play them clockwise from the roller. */
static void reveal(Game *g, Random *r)
{
    g->clock = 0;
    for (int i = 0, seat = g->roller; i < g->seats; i++) {
        if (g->hand_size[seat] > 0) {
            play_card(g, seat, g->first[seat]);
            g->arrival[seat] = g->clock++;
        }
        if (++seat == g->seats)
            seat = 0;
    }
    next_pawn(g, r);
}

/* The legal moves of the actor; the number of them. */
static int legal_moves(const Game *g, uint8_t moves[MAX_MOVES])
{
    const int8_t *hand = g->hand[g->actor];
    int n = 0;
    if (g->phase == COMMIT) {
        for (uint32_t left = g->held[g->actor]; left != 0; left &= left - 1)
            moves[n++] = (uint8_t)__builtin_ctz(left);
        return n;
    }
    /* A card will do if it and all that may follow it get beyond the target: go down from the last type, adding up. */
    int reach = g->position[g->actor];
    bool beyond = reach > g->target;
    for (uint32_t left = g->held[g->actor] >> g->lowest << g->lowest; left != 0;) {
        int card = 31 - __builtin_clz(left); /* the last type left */
        left ^= 1u << card;
        reach += hand[card] * g->value[card];
        if (reach > g->target)
            moves[n++] = (uint8_t)card;
    }
    if (g->raised == 0)
        moves[n++] = PASS;
    else if (beyond)
        moves[n++] = STOP;
    return n;
}

static void play(Game *g, int move, Random *r)
{
    int seat = g->actor;
    if (g->phase == COMMIT) {
        g->first[seat] = (int8_t)move;
        g->actor = (int8_t)with_card(g, seat + 1);
        if (g->actor == g->seats)
            reveal(g, r);
        return;
    }
    if (move == PASS) {
        g->position[seat] = 0;
        draw_up(g, seat, r);
    } else {
        if (move != STOP) {
            play_card(g, seat, move);
            g->raised++;
            g->lowest = (int8_t)move;
            if (g->position[seat] <= g->target || g->held[seat] != 0)
                return; /* the raise goes on: not yet beyond, or stop is asked (hands are secret) */
        }
        g->arrival[seat] = g->clock++;
    }
    next_pawn(g, r);
}

static void begin_game(Game *g, int seats, Random *r)
{
    memset(g, 0, sizeof *g);
    g->seats = (int8_t)seats;
    int8_t deck[DECK];
    for (int card = 0, n = 0; card < TYPES; card++)
        for (int i = 0; i < COPIES[card]; i++)
            deck[n++] = (int8_t)card;
    for (int seat = 0; seat < seats; seat++) {
        memcpy(g->pile[seat], deck, DECK);
        g->pile_size[seat] = DECK;
    }
    memcpy(g->unseen, POINTS, sizeof POINTS);
    g->roller = (int8_t)chance(r, seats);
    all_draw_up(g, r);
    begin_round(g, r);
}

/* Won point cards, and the victory points of the cards won and of those in hand. */
static int score(const Game *g, int seat)
{
    int sum = g->won_points[seat];
    for (int card = 0; card < TYPES; card++)
        sum += VICTORY[card] * (g->won[seat][card] + g->hand[seat][card]);
    return sum;
}

/* --- Checks ------------------------------------------------------------------------------------------------------- */

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "raise.c:%d: not so: %s\n", __LINE__, #condition);                                         \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* Every card is in exactly one zone, no hand is too large, no point card is lost. */
static void check(const Game *g)
{
    int all = 0, points = g->point_card + g->set_aside, counted[TYPES];
    for (int card = 0; card < TYPES; card++)
        counted[card] = g->common[card];
    for (int i = 0; i < POINT_CARDS - g->round; i++)
        points += g->unseen[i];
    for (int seat = 0; seat < g->seats; seat++) {
        int in_hand = 0;
        for (int i = 0; i < g->pile_size[seat]; i++)
            counted[g->pile[seat][i]]++;
        for (int card = 0; card < TYPES; card++) {
            REQUIRE(g->hand[seat][card] >= 0 && g->won[seat][card] >= 0);
            REQUIRE((g->hand[seat][card] > 0) == (g->held[seat] >> card & 1));
            in_hand += g->hand[seat][card];
            counted[card] += g->hand[seat][card] + g->won[seat][card];
        }
        REQUIRE(in_hand == g->hand_size[seat] && in_hand <= HAND);
        REQUIRE(g->held[seat] >> TYPES == 0);
        points += g->won_points[seat];
    }
    for (int card = 0; card < TYPES; card++) {
        REQUIRE(counted[card] == g->seats * COPIES[card]);
        all += counted[card];
    }
    REQUIRE(all == g->seats * DECK);
    REQUIRE(points == POINT_SUM);
}

static void check_games(int seats, int games, Random *r)
{
    for (int i = 0; i < games; i++) {
        Game g;
        uint8_t moves[MAX_MOVES];
        begin_game(&g, seats, r);
        check(&g);
        while (g.phase != OVER) {
            int n = legal_moves(&g, moves);
            REQUIRE(n >= 1 && n <= MAX_MOVES);
            play(&g, moves[below(r, n)], r);
            check(&g);
        }
        REQUIRE(g.round == POINT_CARDS - (8 - seats)); /* 8, 9, 10, 11 rounds with 2, 3, 4, 5 seats */
        for (int seat = 0; seat < seats; seat++)
            REQUIRE(g.hand_size[seat] == HAND || g.pile_size[seat] == 0); /* all have drawn after the last round */
    }
}

/* --- The program -------------------------------------------------------------------------------------------------- */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(int seats, long games, Random *r)
{
    int64_t decisions = 0, total[MAX_SEATS] = {0};
    double start = seconds();
    for (long i = 0; i < games; i++) {
        Game g;
        uint8_t moves[MAX_MOVES];
        begin_game(&g, seats, r);
        while (g.phase != OVER) {
            int n = legal_moves(&g, moves);
            play(&g, moves[below(r, n)], r);
            decisions++;
        }
        for (int seat = 0; seat < seats; seat++)
            total[seat] += score(&g, seat);
    }
    double taken = seconds() - start;

    printf("{\"seats\":%d,\"games\":%ld,\"decisions\":%lld,\"chance_events\":%lld,\"seconds\":%.6f,", seats, games,
           (long long)decisions, (long long)r->chance_events, taken);
    printf("\"decisions_per_second\":%.0f,\"mean_scores\":[", (double)decisions / taken);
    for (int seat = 0; seat < seats; seat++)
        printf("%s%.4f", seat > 0 ? "," : "", (double)total[seat] / (double)games);
    printf("]}\n");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--check") == 0) {
        Random r = random_from(1);
        for (int seats = MIN_SEATS; seats <= MAX_SEATS; seats++)
            check_games(seats, 2000, &r);
        puts("ok");
        return 0;
    }
    int seats = argc == 4 ? atoi(argv[1]) : 0;
    long games = argc == 4 ? atol(argv[2]) : 0;
    if (seats < MIN_SEATS || seats > MAX_SEATS || games < 1) {
        fprintf(stderr, "usage: raise SEATS GAMES SEED (2 to 5 seats, 1 game or more), or raise --check\n");
        return 2;
    }
    Random r = random_from(strtoull(argv[3], NULL, 10));
    measure(seats, games, &r);
    return 0;
}
