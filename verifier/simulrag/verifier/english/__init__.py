"""Reads plain English as formulas, without a model, where it accounts for every word.

`reader.claim` is the front module. A sentence goes through five steps:

- `lexing` finds its **mentions**: phrases of `vocabulary` (what simulators declare, and general
  English by role, from `lexicon.toml` by `words`; `entries` says what each may be), and numbers,
  dates and names of places. A word that is in no phrase leaves the sentence unread.
  `objects` finds conditions of several fields, such as measures, each as a whole.
- `phrases` composes them to amounts, moments, measures and **conditions**: `chart` applies the
  rules and keeps the ways to cover all words with the fewest phrases.
  `alterations` has those for inputs that are changed and for a question's two cases.
- `measures` composes what a sentence speaks of to **terms**, `predicates` what it says of it, and
  `statements` the two to statements of the whole sentence: every subject takes every predicate.
- `resolving` makes formulas of a statement: of the outputs that its words leave open it keeps
  those of a function that takes every condition, in whose unit and kind it can be compared
  (`comparing`); functions that take what the context gives come first. `contexts` reads the
  context as questions are read and gives `surroundings`: conditions left open, scales of sizes,
  two cases, names of places. What it gives twice, and the sentence does not choose, leaves the
  sentence unread.
- Formulas with different canonical text mean that it can be read in several ways: unread. So does
  one that `misreadings` knows: a record for what was foreseen, a sum for each of several names.

What phrases mean is in `meanings`, frozen types that compare by value. Nothing is composed by
nearness, and no condition, number or word is dropped: what no rule takes in ends the reading.

**More rules.** Decorate a function with `@rule("result", "category category ...")` in a module that
`reader` imports; `CLAIMS.rule` for statements, `PHRASES.rule` for what stands within them. It gets
the meanings of the parts and returns that of the whole, or None where they do not fit. "-word"
stands there without being handed over, "a|b" is either, "a?" may be left out. Categories are the
roles of the lexicon, "turn_c" (higher), "turn_v" (rises), "turn_t" (raises), "turn_n" (a rise),
"number", "factor", "year", "day", "span", "parameter", "choice", "graded", "function", "measure",
"subject", "unit", "label", "era", and the results of rules. A statement is "claim"; a new type of
meaning needs a case in `comparing` or `resolving`.

**Questions.** `questions.plan` gives the calls that a question asks for, `questions.formulas` the
formulas that answer it. A question need not be covered whole: `asking` covers its sentences with
the fewest phrases (`asked_phrases` adds freer rules, `asked_places` names that no gazetteer holds),
`asked_function` chooses the function that takes most of its conditions and has what it names,
`asked_settings` combines the conditions, `answers` makes formulas and scales. What no run takes is
a problem (`unanswered`): conditions that are not represented or not understood leave no calls.
`questions.named_outputs` tells what a text speaks of; `text` parts any text into sentences.
"""
