"""The parser: reads a clause from left to right, with the usual precedence."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from .pieces import Item, between, fraction, joined, named, numerator, raised
from .tokens import Token, tokens


class Reader:
    """The parser of a clause."""

    def __init__(self, clause: str) -> None:
        self.tokens, self.place, self.bars = tokens(clause), 0, 0

    def whole(self) -> str:
        """The clause as MathML; a ValueError says where it cannot be parsed."""
        shown = self._relation().shown
        if self._next() is not None:
            raise ValueError(f"not understood from {self.tokens[self.place].text!r} on")
        return shown

    def _next(self) -> Token | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def _sign(self, *signs: str, tight: bool | None = None) -> str:
        """Take one of these signs if it is next, and tight or not as asked."""
        token = self._next()
        if token is None or token.kind != "sign" or token.text not in signs:
            return ""
        if tight is not None and token.gap is tight:
            return ""
        self.place += 1
        return token.text

    def _relation(self) -> Item:
        return self._chain(self._sum, "=", ">")

    def _sum(self) -> Item:
        return self._chain(self._product, "+", "-")

    def _chain(self, part: Callable[[], Item], *signs: str) -> Item:
        lead = self._sign("-")
        items, shown = [part()], "<mo>−</mo>" if lead else ""
        shown += items[0].shown
        while sign := self._sign(*signs):
            items.append(part())
            shown += f"<mo>{escape(sign.replace('-', '−'))}</mo>{items[-1].shown}"
        uses = frozenset().union(*(item.uses for item in items))
        return Item(f"<mrow>{shown}</mrow>" if len(items) > 1 or lead else shown, "", uses=uses)

    def _product(self) -> Item:
        items = [self._chunk()]
        while self._operand_next():
            if self._sign("·"):
                items.append(Item("<mo>·</mo>", "·"))
            elif self._sign("/", tight=False):
                below = self._operand()
                split = numerator(items, below)
                above = joined(items[split:])
                items[split:] = [fraction(above, below)]
            else:
                items.append(self._chunk())
        return joined(items)

    def _operand_next(self) -> bool:
        token = self._next()
        if token is None or (token.kind == "sign" and token.text in "+-=>,)]"):
            return False
        return not (token.text == "|" and token.kind == "sign" and (self.bars or not token.gap))

    def _operand(self) -> Item:
        """The denominator after a slash between blanks: a factor, with operators before it."""
        items = [self._chunk()]
        if items[0].large:
            while self._operand_next() and not self._slash_next():
                items.append(self._chunk())
        elif items[0].operator:
            items.append(self._operand())
        return joined(items)

    def _slash_next(self) -> bool:
        token = self._next()
        return token is not None and token.text == "/" and token.gap

    def _chunk(self) -> Item:
        """Atoms without blanks between them; a slash divides only these."""
        item = self._run()
        while self._sign("/", tight=True):
            item = fraction(item, self._run())
        return item

    def _run(self) -> Item:
        items = [self._atom()]
        while not items[-1].operator and self._tight_next():
            items.append(self._atom())
        return joined(items)

    def _tight_next(self) -> bool:
        token = self._next()
        return (
            token is not None and not token.gap and self._operand_next() and token.text not in "/·"
        )

    def _atom(self) -> Item:
        token = self.tokens[self.place] if self._next() else Token("end", "the end", gap=True)
        self.place += 1
        if token.kind in {"word", "quote"}:
            return self._words(token)
        if token.kind == "number":
            return raised(Item(f"<mn>{token.text}</mn>", token.text), token)
        if token.kind == "name":
            return self._named(token)
        if token.text in "([":
            item = self._group(token)
            if item.inner.startswith("<mfrac") and item.inner.count("<mfrac") == 1:
                item.shown = item.inner if item.inner.endswith("</mfrac>") else item.shown
            return item
        if token.text == "|":
            return self._size()
        if token.text == "√":
            under = self._atom()
            return Item(f"<msqrt>{under.inner or under.shown}</msqrt>", "√", uses=under.uses)
        raise ValueError(f"not understood: {token.text!r}")

    def _words(self, token: Token) -> Item:
        found = [token.text]
        while (more := self._next()) and more.kind in {"word", "quote"}:
            found.append(more.text)
            self.place += 1
        text = " ".join(found)
        return Item(f"<mtext>{escape(text)}</mtext>", text, words=True, wide=True)

    def _group(self, token: Token) -> Item:
        inner = self._listed()
        if not (end := self._sign(")", "]")):
            raise ValueError("a parenthesis is not closed")
        shown = between(token.text, inner.shown, end)
        power = self.tokens[self.place - 1]
        item = raised(Item(shown, "(", uses=inner.uses), power)
        item.inner = "" if "power" in power.parts else inner.shown
        return item

    def _listed(self) -> Item:
        """The contents of parentheses: arguments between commas or bars."""
        items, shown = [self._relation()], ""
        while sign := self._sign(",", "|"):
            stiff = ' stretchy="false"' if sign == "|" else ""
            shown += f"{items[-1].shown}<mo{stiff}>{sign}</mo>"
            items.append(self._relation())
        uses = frozenset().union(*(item.uses for item in items))
        return Item(shown + items[-1].shown, "", uses=uses)

    def _size(self) -> Item:
        self.bars += 1
        inner = self._sum()
        self.bars -= 1
        if not self._sign("|"):
            raise ValueError("a bar is not closed")
        return Item(between("|", inner.shown, "|"), "|", uses=inner.uses)

    def _named(self, token: Token) -> Item:
        item = named(token)
        following = self._next()
        if following is not None and following.kind == "sign" and not following.gap:
            if following.text == "!":
                self.place += 1
                return Item(f"<mrow>{item.shown}<mo>!</mo></mrow>", item.text, uses=item.uses)
            if following.text in "([":
                return self._applied(token, item)
        return item

    def _applied(self, token: Token, item: Item) -> Item:
        opening = self.tokens[self.place]
        self.place += 1
        bars, self.bars = self.bars, 0
        if token.text == "C":  # a binomial coefficient
            above, _, below = self._relation(), self._sign(","), self._relation()
            self._sign(")")
            shown = f'<mfrac linethickness="0">{above.shown}{below.shown}</mfrac>'
            self.bars = bars
            return Item(between("(", shown, ")"), "C", uses=above.uses | below.uses)
        group = self._group(opening)
        self.bars = bars
        return Item(
            f"<mrow>{item.shown}{group.shown}</mrow>", item.text, uses=group.uses | item.uses
        )
