"""Reads plain English as formulas, without a model, where it accounts for every word.

`reader` is the front module. A sentence goes through five steps:

- `lexing` finds its **mentions**: phrases of `vocabulary` (what simulators declare, and general
  English by role, from `lexicon.toml`), and numbers, dates and names of places. A word that is in
  no phrase leaves the sentence unread.
- `phrase_rules` compose them to amounts, moments and **conditions**, those of inputs that are
  changed and of a question's two cases among them: `chart` applies the rules and keeps the ways to
  cover all words with the fewest phrases. The rules of `object_reading` are among them, for
  conditions of several fields, such as measures.
- `statement_rules` compose what a sentence speaks of to **terms**, what it says of it to
  predicates, and the two to statements of the whole sentence: every subject takes every predicate.
- `resolving` makes formulas of a statement: of the outputs that its words leave open it keeps
  those of a function that takes every condition, in whose unit and kind it can be compared
  (`comparing`); the functions that answer the context, as questions, come first. `claim_context`
  reads the context as questions are read: conditions left open, scales of sizes, two cases, names
  of places. What it gives twice, and the sentence does not choose, leaves the sentence unread.
- Formulas with different canonical text mean that it can be read in several ways: unread. So does
  one that need not be meant: a record for what was foreseen, a sum for each of several names. A
  period that is left open is missing, but for what is said to be of all that is on record.

What phrases mean is in `phrase_meanings`, frozen types that compare by value. Nothing is composed
by nearness, and no condition, number or word is dropped: what no rule takes in ends the reading.

**More rules.** Decorate a function with `@rule("result", "category category ...")`; `CLAIMS.rule`
for statements, `PHRASES.rule` for what stands within them. It gets the meanings of the parts, those
of keyword-only parameters by their kinds, and returns that of the whole, or None where they do not
fit. "-word" stands there without being handed over, "a|b" is either, "a?" may be left out.
Categories are the roles of the lexicon, "turn_c" (higher), "turn_v" (rises), "turn_t" (raises),
"turn_n" (a rise), "number", "factor", "year", "day", "span", "parameter", "choice", "graded",
"function", "measure", "subject", "unit", "label", "era", and the results of rules. A statement is
"claim"; a new type of meaning needs a case in `comparing` or `resolving`.

**Questions.** A question is a sentence with a hole. It is made of the same mentions, phrases and
conditions, and what it asks for of two values is what a sentence would say of them, without the
number: how many weeks later, by what percentage. It need not be covered whole: `asking` covers its
sentences with the fewest phrases, by freer rules and with names that no list of places holds;
`asked_calls` chooses the function that takes most of its conditions and has what it names, and
combines the conditions. `questions.plan` gives the calls, `question_formulas` the formulas that
answer it, and of a sentence that is not read the formula that it begins. What no run takes is a
problem (`unanswered`): conditions that are not represented or not understood leave no calls.
`sentences` parts any text.
"""
