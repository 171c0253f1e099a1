# SPDX-License-Identifier: Apache-2.0
"""Compilation of a cycle's statements to instructions, and of the whole cycle to a tape."""

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import Any

import msgspec

from app.workloads.compiler.operands import (
    CompiledLoop,
    CycleError,
    KnownValue,
    Lasts,
    Listing,
    Myself,
    Num,
    OperandTuple,
    Txt,
    Value,
    items_of,
)
from app.workloads.compiler.registers import MOST_ROUNDS
from app.workloads.compiler.round_trips import CompiledCall, FixedClocks, RoundTrips
from app.workloads.cycle_language import ROLLED_BACK, CallForms, UserCycle
from app.workloads.tape_writer import MOST, Label

UNBOUNDED = 10**9
"""Iteration count of a loop whose count is known only at run time."""
NOT_KNOWN = FixedClocks()


class CompiledCycle(msgspec.Struct, frozen=True):
    """Tape, the calls that its statements make, in order, and its number of instructions."""

    tape: bytes
    calls: Sequence[CompiledCall]
    instructions: int


def compile_cycle(cycle: UserCycle, forms: CallForms, clocks: FixedClocks = NOT_KNOWN) -> CompiledCycle:
    """Compile a cycle for an engine. Raises CycleError."""
    assert isinstance(cycle.function, FunctionType)
    operations = {key: number for number, key in enumerate(cycle.operations)}
    compiler = CycleCompiler(cycle.state, forms, operations, clocks)
    return compiler.compiled(cycle.function, cycle.parameters)


class CycleCompiler(RoundTrips):
    """Compiler of statements."""

    def compiled(self, cycle: FunctionType, parameters: Sequence[Any]) -> CompiledCycle:
        """Return the tape of a cycle."""
        place = f"{cycle.__code__.co_filename}:{cycle.__code__.co_firstlineno}"
        self.written_out(cycle, [Myself(), *map(KnownValue, parameters)], {}, ast.Pass(), outermost=True)
        self.tape.end()
        self.registers.settle(place)
        if excess := self.tape.excess():
            raise CycleError(
                f"{place}: the cycle needs more than {MOST[excess]} {excess}; call a long function at one place"
            )
        return CompiledCycle(self.tape.to_bytes(), self.calls, self.tape.instructions)

    def body(self, statements: Sequence[ast.stmt]) -> bool:
        for node in statements:
            before = len(self.registers.temporaries)
            self.line = node.lineno
            ended = self._statement(node)
            result = self.frame.result
            self.registers.release(before, [] if result is None else items_of(result))
            if ended:
                return True
        return False

    def _statement(self, node: ast.stmt) -> bool:
        """Compile a statement; return True if the code after it is unreachable."""
        match node:
            case ast.If():
                return self._branch(node)
            case ast.While():
                return self._repeat(node)
            case ast.For():
                return self._each(node)
            case ast.Return(value):
                self._return(node, value)
                return True
            case ast.Break() | ast.Continue():
                self._leave(node)
                return True
        self._simple_statement(node)
        return False

    def _simple_statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value):
                self.value(value)
            case ast.Assign([target], value):
                self._assign(target, self.value(value), node)
            case ast.Assign():
                raise self.error(node, "two targets of one value", "write two lines")
            case ast.AnnAssign(target, _, value):
                if value is not None:
                    self._assign(target, self.value(value), node)
            case ast.AugAssign():
                self._augment(node)
            case ast.Try() | ast.Raise() | ast.With() | ast.Assert():
                word = type(node).__name__.lower()
                raise self.error(node, f"a cycle has no {word}", "a failed call ends the cycle, or is made again")
            case ast.FunctionDef() | ast.ClassDef() | ast.Import() | ast.ImportFrom():
                raise self.error(node, "a definition or an import within a cycle", "put it at the module's top level")
            case ast.Global() | ast.Nonlocal():
                raise self.error(node, "a cycle changes no variable of others", f"keep it in {self.user.__name__}")
            case _:
                raise self.error(node, f"`{ast.unparse(node).splitlines()[0]}` is not possible in a cycle")

    # Assignments

    def _assign(self, target: ast.expr, value: Value, node: ast.stmt) -> None:
        match target:
            case ast.Name(name):
                self.bind(name, value, node)
            case ast.Tuple(targets):
                items = self.unpacked(value, node)
                if len(items) != len(targets):
                    raise self.error(node, f"{len(items)} values for {len(targets)} names")
                # Copy variables, because they may be assigned to before the tuple is read.
                own = [self.copied(one) if isinstance(one, Num | Txt) and not one.temporary else one for one in items]
                for part, item in zip(targets, own, strict=True):
                    self._assign(part, item, node)
            case ast.Attribute(of, name):
                self._keep(target, self.value(of), name, value)
            case ast.Subscript(of, index):
                self.put(self.value(of), self.value(index), value, node)
            case _:
                raise self.error(node, f"`{ast.unparse(target)}` cannot be assigned to")

    def _keep(self, target: ast.expr, of: Value, name: str, value: Value) -> None:
        to = self.lasting.get(name) if isinstance(of, Myself) else None
        if isinstance(to, Lasts):
            self.tape.keep(to.register, self.source(value, target))
        elif to is not None:
            raise self.error(
                target, f"`{ast.unparse(target)}` is a list and cannot be replaced", "clear() it and append"
            )
        else:
            instead = f"declare it in {self.user.__name__}, such as `{name}: int`"
            raise self.error(target, f"`{ast.unparse(target)}` is not kept by the user", instead)

    def _augment(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            have = self.look_up(target.id, node)
            if isinstance(have, Txt) and isinstance(node.op, ast.Add):
                self._append(have, node)
                return
        if isinstance(target, ast.Subscript):
            of, place = self.value(target.value), self.value(target.slice)
            load = ast.Name("element", ast.Load())
            before = self._hidden(of, place, target)
            self.put(of, place, self._operated(load, before, node), node)
            return
        load_target = ast.parse(ast.unparse(target), mode="eval").body
        for part in ast.walk(load_target):
            ast.copy_location(part, target)
        both = ast.copy_location(ast.BinOp(load_target, node.op, node.value), node)
        self._assign(target, self.value(ast.fix_missing_locations(both)), node)

    def _hidden(self, of: Value, place: Value, target: ast.Subscript) -> Value:
        if not isinstance(of, Listing):
            raise self.error(target, "only a list of the cycle's own can be changed")
        return self.row(of, self.tape.at, self.index(of, place, target))

    def _operated(self, name: ast.Name, before: Value, node: ast.AugAssign) -> Value:
        """Compute the value of an augmented assignment to a list element from its previous value."""
        hidden = " element"
        self.frame.names[hidden] = before
        self.frame.defined.add(hidden)
        name.id = hidden
        both = ast.copy_location(ast.BinOp(name, node.op, node.value), node)
        result = self.value(ast.fix_missing_locations(both))
        self.frame.defined.discard(hidden)
        return result

    def _append(self, to: Txt, node: ast.AugAssign) -> None:
        if to.nullable:
            raise self.error(node, f"`{ast.unparse(node.target)}` may be None here")
        parts = self.parts(node.value)
        if to.register in parts:
            raise self.error(node, f"`{ast.unparse(node.target)}` is appended to itself", "use another name")
        self.registers.appended(to.register, parts, [loop.rounds for loop in self.loops], self.place)
        self.tape.append(to.register, *(part for part in parts if part != ""))

    # Branches and loops

    def _branch(self, node: ast.If) -> bool:
        decided = self.decided(node.test)
        if decided is not None:
            return self.body(node.body if decided else node.orelse)
        other, done, frame = Label(), Label(), self.frame
        self.unless(node.test, other)
        self.branches += 1
        before = set(frame.defined)
        ended = self.body(node.body)
        after = frame.defined
        if not ended and node.orelse:
            self.tape.jump(done)
        self.tape.place(other)
        frame.defined = before
        ended_too = self.body(node.orelse)
        self.branches -= 1
        self.tape.place(done)
        if ended_too:
            frame.defined = after
        elif not ended:
            frame.defined &= after
        return ended and ended_too

    def _leave(self, node: ast.Break | ast.Continue) -> None:
        loop = self.loops[-1]
        if loop.unrolled:
            raise self.error(node, "a loop over constants has no break or continue", "put an if around the rest")
        (loop.breaks if isinstance(node, ast.Break) else loop.continues).append(set(self.frame.defined))
        self.tape.jump(loop.done if isinstance(node, ast.Break) else loop.onward)

    def _round(self, body: Sequence[ast.stmt], loop: CompiledLoop) -> set[str] | None:
        """Compile a loop's body; return the names defined after a full iteration, or None if none is ever completed."""
        self.loops.append(loop)
        ended = self.body(body)
        self.loops.pop()
        ways = [*loop.continues, *([] if ended else [self.frame.defined])]
        return set.intersection(*ways) if ways else None

    def _repeat(self, node: ast.While) -> bool:
        if node.orelse:
            raise self.error(node, "a loop has no else", "put it behind the loop")
        again, loop, before = self.tape.here(), CompiledLoop(Label(), Label(), UNBOUNDED), set(self.frame.defined)
        endless = self.decided(node.test) is True
        loop.onward = again
        self.loops.append(loop)
        if not endless:
            self.unless(node.test, loop.done)
        self.loops.pop()
        self._round(node.body, loop)
        self.tape.jump(again)
        self.tape.place(loop.done)
        if endless:
            self.frame.defined = set.intersection(*loop.breaks) if loop.breaks else before
            return not loop.breaks
        self.frame.defined = before
        return False

    def _each(self, node: ast.For) -> bool:
        if node.orelse:
            raise self.error(node, "a loop has no else", "put it behind the loop")
        if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range":
            self._counted(node, node.iter)
            return False
        over = self.value(node.iter)
        if isinstance(over, Listing):
            self._each_of(node, over)
            return False
        if isinstance(over, KnownValue):
            return self._unrolled(node, over.value)
        raise self.error(node, f"a loop over `{ast.unparse(node.iter)}`", "loop over range(), a list, or constants")

    def _unrolled(self, node: ast.For, over: Any) -> bool:
        for item in self.evaluated(list, node.iter, over):
            for name, value in self._targets(node.target, item, node):
                self.bind(name, KnownValue(value), node, fixed=True)
            self.loops.append(CompiledLoop(Label(), Label(), 1, unrolled=True))
            ended = self.body(node.body)
            self.loops.pop()
            if ended:
                return True
        return False

    def _targets(self, target: ast.expr, item: Any, node: ast.For) -> list[tuple[str, Any]]:
        match target:
            case ast.Name(name):
                return [(name, item)]
            case ast.Tuple(targets):
                items = self.evaluated(list, node, item)
                if len(items) == len(targets):
                    return [
                        pair
                        for one, part in zip(targets, items, strict=True)
                        for pair in self._targets(one, part, node)
                    ]
        raise self.error(node, f"`{ast.unparse(target)}` is no target of this loop")

    def _counted(self, node: ast.For, over: ast.Call) -> None:
        values = [self.value(argument) for argument in over.args]
        if not 1 <= len(values) <= 3 or over.keywords:
            raise self.error(node, f"`{ast.unparse(over)}` is not possible", "write range() of one to three numbers")
        first, until = (KnownValue(0), values[0]) if len(values) == 1 else values[:2]
        step = values[2] if len(values) > 2 else KnownValue(1)
        if not isinstance(step, KnownValue) or not isinstance(step.value, int) or not step.value:
            raise self.error(node, "the step of range() is not a known number")
        at, end = self.number(), self.number()
        self.own(OperandTuple([at, end]))
        self.tape.move(at.register, self.source(first, node))
        self.tape.move(end.register, self.source(until, node))
        rounds = UNBOUNDED
        if isinstance(first, KnownValue) and isinstance(until, KnownValue):
            rounds = len(range(first.value, until.value, step.value))
        loop, top, check = CompiledLoop(Label(), Label(), rounds), Label(), Label()
        self.tape.jump(check)
        self.tape.place(top)
        before = self._named(node.target, at, node)
        after = self._round(node.body, loop)
        self.tape.place(loop.onward)
        self.tape.add(at.register, at.register, step.value)
        self.tape.place(check)
        ahead, behind = (at, end) if step.value > 0 else (end, at)
        self.tape.if_less(top, ahead.register, behind.register)
        self.tape.place(loop.done)
        # A loop with a known, positive iteration count executes its body at least once.
        ways = [*loop.breaks, *([after] if after is not None else [])]
        self.frame.defined = set.intersection(*ways) if 0 < rounds < MOST_ROUNDS and ways else before
        self._forget(node.target)

    def _named(self, target: ast.expr, at: Num, node: ast.For) -> set[str]:
        """Assign the loop variable of an iteration; return the names that were defined before the loop."""
        before = set(self.frame.defined)
        if not isinstance(target, ast.Name):
            raise self.error(node, "range() gives one number")
        if self.frame.assignments.get(target.id, 1) == 1 and target.id != "_":
            self.frame.names[target.id] = at
            self.frame.defined.add(target.id)
        else:
            self.bind(target.id, at, node)
        return before

    def _forget(self, target: ast.expr) -> None:
        """Mark a loop's variable as undefined after the loop, because its register then contains the next number."""
        if isinstance(target, ast.Name) and self.frame.assignments.get(target.id, 1) == 1:
            self.frame.defined.discard(target.id)

    def _each_of(self, node: ast.For, over: Listing) -> None:
        at, length = self.number(), self.number()
        self.own(OperandTuple([at, length]))
        loop, before = CompiledLoop(Label(), Label(), UNBOUNDED), set(self.frame.defined)
        top, check = Label(), Label()
        self.tape.move(at.register, 0)
        self.tape.jump(check)
        self.tape.place(top)
        items: list[Value] = []
        for column in range(max(over.width, 1)):
            item = self.number()
            self.tape.at(item.register, over.columns[0 if over.flat else column], at.register)
            if over.flat and column < over.width - 1:
                self.tape.add(at.register, at.register, 1)
            items.append(item)
        # The assignment is also part of the loop: the assigned strings may differ between iterations.
        self.loops.append(loop)
        self._assign(node.target, OperandTuple(items) if over.width else items[0], node)
        self.loops.pop()
        self._round(node.body, loop)
        self.tape.place(loop.onward)
        self.tape.add(at.register, at.register, 1)
        self.tape.place(check)
        self.tape.length(length.register, over.columns[0])
        self.tape.if_less(top, at.register, length.register)
        self.tape.place(loop.done)
        self.frame.defined = before

    # Returns

    def _return(self, node: ast.Return, value: ast.expr | None) -> None:
        frame = self.frame
        if frame.outermost:
            self._end(node, value)
            return
        found = KnownValue(None) if value is None else self.value(value)
        if not frame.several_returns:
            frame.result = self._settled(found)
            return
        if frame.result is None:
            frame.result = self._slots(found, node)
        slots, items = items_of(frame.result), self._items(found)
        if len(slots) != len(items):
            raise self.error(node, f"{len(items)} values are returned here and {len(slots)} elsewhere")
        for slot, item in zip(slots, items, strict=True):
            if isinstance(slot, Num | Txt):
                self.fill(slot, item, node)
            elif slot is not item and slot != item:
                raise self.error(node, "a function returns numbers and texts, or always the same list")
        self.tape.jump(frame.end)

    @staticmethod
    def _items(value: Value) -> list[Value]:
        if isinstance(value, KnownValue) and isinstance(value.value, tuple):
            return [KnownValue(item) for item in value.value]
        return items_of(value)

    def _slots(self, result: Value, node: ast.Return) -> Value:
        """Allocate registers for the values that a function returns."""
        if isinstance(result, Listing) or result == KnownValue(None):
            return result
        slots: list[Value] = []
        for item in self._items(result):
            slot = self.slot(item, node)
            self.registers.temporaries.remove(slot)
            slot.temporary = False
            self.frame.owned.append(slot)
            slots.append(slot)
        return OperandTuple(slots) if isinstance(result, OperandTuple) or len(slots) > 1 else slots[0]

    def _settled(self, result: Value) -> Value:
        """Return a result in which variables of other functions are replaced by copies."""
        if not isinstance(result, OperandTuple):
            return result
        owned = self.frame.owned
        return OperandTuple([
            self.copied(item) if isinstance(item, Num | Txt) and not item.temporary and item not in owned else item
            for item in result.items
        ])  # fmt: skip

    def _end(self, node: ast.Return, value: ast.expr | None) -> None:
        """Compile a return that ends the cycle."""
        if isinstance(value, ast.YieldFrom) and isinstance(value.value, ast.Call):
            self.tail_call = value.value  # returns of the called function end the cycle
            self.value(value)
            self.tape.end()
            return
        outcome = KnownValue(None) if value is None else self.value(value)
        if not isinstance(outcome, KnownValue) or outcome.value not in (None, ROLLED_BACK):
            raise self.error(node, "a cycle returns nothing or ROLLED_BACK", "write `return ROLLED_BACK` where it is")
        self.tape.end(rolled_back=outcome.value is not None)
