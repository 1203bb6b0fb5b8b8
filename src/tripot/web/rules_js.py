"""A game's rules as JavaScript, so that a browser can compute the weights of a deal again.

Rules are plain functions over small integers and lists (`tripot.games`), so a few constructs are all there is to translate; any
other one is refused, and the game's deals are then checked by `tripot verify` alone. What is translated is what replays a record:
`setup`, `to_act`, `weights`, `legal`, `apply`, `score`. Integers must fit into 31 bits where the rules shift them.
"""

from __future__ import annotations

import ast
import functools
import inspect
import json
from collections.abc import Callable, Iterator
from typing import Any

from tripot.core.options import specs
from tripot.errors import TripotError
from tripot.play import Game

ROOTS = ("setup", "to_act", "weights", "legal", "apply", "score")
HELPERS = """\
const mod = (a, b) => ((a % b) + b) % b;
const count = (a, b, step) => { const out = []; for (let i = a; step > 0 ? i < b : i > b; i += step) out.push(i); return out; };
const range = (a, b, step = 1) => b === undefined ? count(0, a, 1) : count(a, b, step);
const sum = list => list.reduce((a, b) => a + Number(b), 0);
const times = (list, n) => Array.from({ length: n * list.length }, (_, i) => list[i % list.length]);
const put = (list, from, to, values) => { list.splice(from, to - from, ...values); };
"""
RESERVED = frozenset(  # words of JavaScript that a name in Python may be, and our own
    {
        *(
            "arguments",
            "await",
            "case",
            "catch",
            "const",
            "debugger",
            "default",
            "delete",
            "do",
            "enum",
            "eval",
            "export",
        ),
        *(
            "extends",
            "function",
            "implements",
            "instanceof",
            "interface",
            "let",
            "new",
            "null",
            "of",
            "package",
            "private",
        ),
        *("protected", "public", "static", "super", "switch", "this", "throw", "typeof", "undefined", "var", "void"),
        *("mod", "count", "range", "sum", "times", "put", "Math", "Number", "Boolean", "Array"),
    }
)
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitOr: "|",
    ast.BitAnd: "&",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "==",  # only None is asked for in this way, and a number is never null
    ast.IsNot: "!=",
    ast.And: "&&",
    ast.Or: "||",
    ast.Not: "!",
    ast.USub: "-",
    ast.Invert: "~",
}


class Untranslatable(TripotError):
    """Rules with a construct that has no translation."""

    code = "rules/untranslatable"


@functools.cache
def rules_script(game: Game) -> str:
    """A script that defines `RULES`: the functions, a blank state, the options and the tokens of a game."""
    rules = game.rules
    functions: dict[str, str] = {}
    constants: dict[str, Any] = {}
    _gather(rules, ROOTS, functions, constants)
    fields = {name: list(cell.shape) for name, cell in rules.State.fields.items()}
    facts = {
        "options": {name: _option(field) for name, field in specs(rules.Options).items()},
        "versions": game.versions,
        "moves": [str(step) for step in game.steps],
        "outcomes": [str(chance) for chance in game.chances],
        "seats": rules.SEATS,
        "fields": fields,
    }
    lines = [f"const {_name(name)} = {json.dumps(value)};" for name, value in constants.items()]
    inside = "\n".join([HELPERS, *lines, *functions.values()])
    exported = ", ".join(ROOTS)
    return f'"use strict";\nconst RULES = (() => {{\n{inside}\nreturn {{ {exported}, facts: {json.dumps(facts)} }};\n}})();\n'


def _option(field: Any) -> dict[str, Any]:
    spec = field.metadata["spec"]
    kind = "seat" if spec.is_seat else "order" if spec.is_order else "words" if spec.picks else "word"
    return {"kind": kind, "default": field.default}


def _gather(rules: Any, names: Any, functions: dict[str, str], constants: dict[str, Any]) -> None:
    """Translate functions and all that they need of their module."""
    for name in names:
        if name in functions or name in constants:
            continue
        value = getattr(rules, name)
        if not callable(value):
            constants[name] = value
            continue
        functions[name] = ""  # known, so that what calls itself ends
        translator = Translator(rules)
        functions[name] = translator.function(value)
        _gather(rules, translator.needs, functions, constants)


def _name(name: str) -> str:
    return f"{name}_" if name in RESERVED else name


class Translator:
    """One function of the rules; `needs` are the names of the module that it uses."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.needs: dict[str, None] = {}
        self.own: set[str] = set()

    def function(self, function: Callable[..., Any]) -> str:
        """A JavaScript function of the same name."""
        tree = ast.parse(inspect.getsource(function)).body[0]
        assert isinstance(tree, ast.FunctionDef)
        given = [arg.arg for arg in tree.args.args]
        stored = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self.own = {*given, *stored}
        names = ", ".join(_name(name) for name in dict.fromkeys(stored) if name not in given)
        body = [f"let {names};"] if names else []
        for statement in tree.body:
            body += self.statement(statement)
        inside = "\n".join(f"  {line}" for line in body)
        return f"function {_name(tree.name)}({', '.join(map(_name, given))}) {{\n{inside}\n}}"

    # -- Statements ------------------------------------------------------------------

    def block(self, head: str, body: list[ast.stmt]) -> Iterator[str]:
        yield f"{head} {{"
        for statement in body:
            yield from (f"  {line}" for line in self.statement(statement))
        yield "}"

    def statement(self, node: ast.stmt) -> Iterator[str]:
        """The lines of a statement."""
        match node:
            case ast.Expr(ast.Constant(str())) | ast.Pass() | ast.Assert():
                return
            case ast.Expr(value):
                yield f"{self.text(value)};"
            case ast.Return(value):
                yield f"return {self.text(value)};" if value else "return;"
            case ast.Continue():
                yield "continue;"
            case ast.Break():
                yield "break;"
            case ast.Assign(targets, value):
                yield from self.assigned(targets, self.text(value))
            case ast.AnnAssign(target, _, ast.expr() as value):
                yield from self.assigned([target], self.text(value))
            case ast.AugAssign(target, operator, value):
                made = self.binary(self.text(target), operator, self.text(value))
                yield from self.assigned([target], made)
            case ast.If(test, body, orelse):
                yield from self.block(f"if ({self.text(test)})", body)
                if orelse:
                    yield from self.block("else", orelse)
            case ast.While(test, body, []):
                yield from self.block(f"while ({self.text(test)})", body)
            case ast.For(target, source, body, []):
                yield from self.block(f"for ({self.text(target)} of {self.items(source)})", body)
            case _:
                raise self.refused(node)

    def assigned(self, targets: list[ast.expr], value: str) -> Iterator[str]:
        match targets:
            case [ast.Subscript(row, ast.Slice(lower, upper, None))]:
                place = self.text(row)
                start, stop = self.text(lower) if lower else "0", self.text(upper) if upper else f"{place}.length"
                yield f"put({place}, {start}, {stop}, {value});"
            case _:
                yield f"{' = '.join(self.text(target) for target in targets)} = {value};"

    # -- Expressions -----------------------------------------------------------------

    def text(self, node: ast.expr) -> str:
        """An expression, in brackets where that could matter."""
        match node:
            case ast.Constant(value):
                return json.dumps(value)
            case ast.Name(name):
                if name not in self.own:
                    self.needs[name] = None
                return _name(name)
            case ast.Attribute(value, name):
                return f"{self.text(value)}.{name}"
            case ast.Subscript(value, ast.Slice(lower, upper, None)):
                ends = [self.text(lower) if lower else "0", *([self.text(upper)] if upper else [])]
                return f"{self.text(value)}.slice({', '.join(ends)})"
            case ast.Subscript(value, place):
                return f"{self.text(value)}[{self.text(place)}]"
            case ast.List(items) | ast.Tuple(items):
                return f"[{', '.join(map(self.text, items))}]"
            case ast.BinOp(ast.List() as row, ast.Mult(), count):
                return f"times({self.text(row)}, {self.text(count)})"
            case ast.BinOp(left, operator, right):
                return self.binary(self.text(left), operator, self.text(right))
            case ast.UnaryOp(operator, value) if type(operator) in OPERATORS:
                return f"({OPERATORS[type(operator)]}{self.text(value)})"
            case ast.BoolOp(operator, values):
                return f"({f' {OPERATORS[type(operator)]} '.join(map(self.text, values))})"
            case ast.Compare(left, operators, rights):
                return self.compared([left, *rights], operators)
            case ast.IfExp(test, body, orelse):
                return f"({self.text(test)} ? {self.text(body)} : {self.text(orelse)})"
            case ast.GeneratorExp(value, [source]) | ast.ListComp(value, [source]):
                return self.comprehension(value, source)
            case ast.Call(ast.Name(name), values, []):
                return self.called(name, values)
        raise self.refused(node)

    def binary(self, left: str, operator: ast.operator, right: str) -> str:
        if isinstance(operator, ast.FloorDiv):
            return f"Math.floor({left} / {right})"
        if isinstance(operator, ast.Mod):
            return f"mod({left}, {right})"
        if type(operator) not in OPERATORS:
            raise self.refused(operator)
        return f"({left} {OPERATORS[type(operator)]} {right})"

    def compared(self, values: list[ast.expr], operators: list[ast.cmpop]) -> str:
        pairs = []
        for left, operator, right in zip(values, operators, values[1:], strict=False):
            a, b = self.text(left), self.text(right)
            if isinstance(operator, ast.In | ast.NotIn):
                pairs.append(f"{'!' if isinstance(operator, ast.NotIn) else ''}{b}.includes({a})")
            else:
                pairs.append(f"{a} {OPERATORS[type(operator)]} {b}")
        return f"({' && '.join(pairs)})"

    def comprehension(self, value: ast.expr, source: ast.comprehension) -> str:
        own, self.own = self.own, self.own | {n.id for n in ast.walk(source.target) if isinstance(n, ast.Name)}
        row, target = self.items(source.iter), self.text(source.target)
        for test in source.ifs:
            row += f".filter({target} => {self.text(test)})"
        made = f"{row}.map({target} => {self.text(value)})"
        self.own = own
        return made

    def called(self, name: str, values: list[ast.expr]) -> str:
        given = [self.text(value) for value in values]
        match name:
            case "len":
                return f"{given[0]}.length"
            case "int":
                return f"Math.trunc(Number({given[0]}))"
            case "min" | "max" | "abs":
                spread = "..." if name != "abs" and len(given) == 1 else ""
                return f"Math.{name}({spread}{', '.join(given)})"
            case "sum" | "range":
                return f"{name}({', '.join(given)})"
            case "list" | "tuple":
                return f"[...{given[0]}]"
            case "bool":
                return f"Boolean({given[0]})"
        self.needs[name] = None
        return f"{_name(name)}({', '.join(given)})"

    def items(self, node: ast.expr) -> str:
        """What a loop goes through."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "enumerate":
            return f"[...{self.text(node.args[0])}.entries()]"
        return self.text(node)

    def refused(self, node: ast.AST) -> Untranslatable:
        where = getattr(node, "lineno", "?")
        return Untranslatable(
            f"{self.rules.__name__}: no translation for {type(node).__name__} (line {where} of its function)"
        )
