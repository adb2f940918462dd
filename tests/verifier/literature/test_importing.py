"""Files of references: what their formats say is read, and what breaks them is named."""

import re
from pathlib import Path

import pytest

from pubmed_reply import PUBMED
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.files import READERS, import_file, read_documents

BIBTEX = r"""
@comment{ not an entry }
@string{nejm = "N Engl J Med"}
@article{stunkard1986,
  title = {An adoption study of {Human} obesity},
  author = {Stunkard, A. J. and S{\o}rensen, T. I. A. and M\"uller, K.},
  abstract = "We examined 540 adult {Danish} adoptees. There was a strong relation (P$<$0.0001),
    at 5\% level.",
  journal = nejm,
  year = 1986, month = jan,
  doi = {https://doi.org/10.1056/NEJM198601233140401},
}
@Book(key2, title={RETRACTED: A book}, abstract={With (brackets).}, pmid={12 })
"""
RIS = """TY  - JOUR
TI  - An adoption study of
      human obesity
AU  - Stunkard, A. J.
AU  - Other, B.
AB  - We examined 540 adoptees.
PY  - 1986/01/23
JO  - NEJM
DO  - 10.1056/NEJM198601233140401
ER  -

TY  - JOUR
T1  - Second
N2  - It has an abstract.
ER  -
"""
CSV = (
    '\ufeffAuthors,Title,Year,Source title,Cited by,DOI,Abstract,retracted\r\n'
    '"Stunkard A.; Other B.","An adoption, study",1986,NEJM,"1,204",10.1056/x,'
    '"Two lines\r\nin one cell.",no\r\n,Bare,,,,,,\r\n'
)  # fmt: skip


def read_all(tmp_path: Path, name: str, text: str) -> list[Document | str]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return list(read_documents(path))


def read(tmp_path: Path, name: str, text: str) -> list[Document]:
    found = read_all(tmp_path, name, text)
    assert all(isinstance(one, Document) for one in found), found
    return [one for one in found if isinstance(one, Document)]


def test_bibtex_gives_its_fields_without_latex(tmp_path):
    first, second = read(tmp_path, "a.bib", BIBTEX)
    assert first.title == "An adoption study of Human obesity"
    assert first.authors == ("Stunkard, A. J.", "Sørensen, T. I. A.", "Müller, K.")
    assert first.abstract.startswith("We examined 540 adult Danish adoptees.")
    assert "at 5% level" in first.abstract
    assert (first.doi, first.year) == ("10.1056/nejm198601233140401", 1986)
    assert first.id == "doi:10.1056/nejm198601233140401"
    assert (second.id, second.title, second.retracted) == ("pmid:12", "A book", True)
    assert second.abstract == "With (brackets)."


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"p {\textless} 0.05, 2 \textpm{} 1 \textdegree C", "p < 0.05, 2 ± 1 °C"),
        (r"10\textsuperscript{5} \textit{E. coli}, CO\textsubscript{2}", "10^5 E. coli, CO2"),
        (r"50\% of {\ss}, p $<$ 0.05, $10^{-3}$", "50% of ß, p < 0.05, 10^-3"),
    ],
)
def test_latex_that_stands_for_a_sign_is_not_dropped(tmp_path, latex, text):
    (found,) = read(tmp_path, "a.bib", f"@article{{k, abstract={{{latex}}}}}")
    assert found.abstract == text


#: A file format -> two files of one paper each, to which they give the same id of their own.
LOCAL = {
    ".bib": ("@article{smith2020, title={%s}}", ["Tea helps rats", "Coffee harms mice in Peru"]),
    ".ris": ("TY  - JOUR\nID  - 1\nT1  - %s\nER  -\n", ["Tea helps rats", "Coffee"]),
    ".csv": ("id,abstract\n1,%s\n", ["Tea helps rats.", "Coffee harms mice."]),
    ".jsonl": ('{"doc_id": 1, "title": "%s"}\n', ["Tea helps rats", "Coffee harms mice"]),
}


@pytest.mark.parametrize("suffix", LOCAL)
def test_two_papers_of_two_files_with_one_local_id_are_both_kept(tmp_path, suffix):
    pattern, papers = LOCAL[suffix]
    files = [tmp_path / f"{name}{suffix}" for name in ("a", "b")]
    for file, paper in zip(files, papers, strict=True):
        file.write_text(pattern % paper, encoding="utf-8")
    with Corpus(None) as corpus:
        first, second = (import_file(corpus, file) for file in files)
        assert (first.added, first.renamed) == (1, 0)
        assert (second.added, second.updated, second.renamed) == (1, 0, 1)
        again = [import_file(corpus, file) for file in files]
        assert [(one.added, one.unchanged) for one in again] == [(0, 1), (0, 1)]
        assert corpus.size() == 2


def test_two_entries_of_one_key_are_both_kept_and_a_paper_that_comes_twice_is_one(tmp_path):
    (tmp_path / "a.bib").write_text(
        "@article{jones, title={Tea in rats of Peru}, year=2019}\n"
        "@article{jones, title={Coffee in mice of Peru}}\n"
        "@article{jones, title={Tea in rats of {Peru}}, year=2020}\n", "utf-8",
    )  # fmt: skip
    with Corpus(None) as corpus:
        import_file(corpus, tmp_path / "a.bib")
        assert corpus.size() == 2
        assert corpus.get(["jones"])["jones"].year == 2020


def test_short_titles_do_not_make_papers_of_other_people_one(tmp_path):
    records = "".join(
        f"TY  - JOUR\nT1  - Editorial\nAU  - {who}\nER  -\n" for who in ("Ada, A.", "Bo, B.")
    )
    (tmp_path / "a.ris").write_text(records, "utf-8")
    with Corpus(None) as corpus:
        import_file(corpus, tmp_path / "a.ris")
        assert corpus.size() == 2


def test_papers_of_one_file_without_titles_are_both_kept_and_read_again(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("id,abstract\n1,Tea helps.\n1,Coffee harms.\n", "utf-8")
    with Corpus(None) as corpus:
        assert import_file(corpus, file).added == 2
        assert import_file(corpus, file).unchanged == 2
        file.write_text("id,abstract\n1,Tea helps rats.\n", "utf-8")
        assert import_file(corpus, file).updated == 1


def test_the_last_paper_may_change_while_others_are_added():
    papers = [Document(id=f"doi:{n}", title=f"Paper {n}") for n in "123"]
    with Corpus(None) as corpus:
        corpus.add(papers[:2])
        done = corpus.add([papers[1].model_copy(update={"year": 2020}), papers[2]])
        assert (done.added, done.updated, corpus.size()) == (1, 1, 3)


MARKED = [
    ("10<sup>5</sup> cells, H<sub>2</sub>O, 10<sup>-3</sup>", "10^5 cells, H2O, 10^-3"),
    ("10<sup><i>5</i></sup> and 10<sub>5</sub>, 4<sup>th</sup>", "10^5 and 10_5, 4th"),
    ("eGFR <LLN and albumin >ULN, a <b and c> d", "eGFR <LLN and albumin >ULN, a <b and c> d"),
    ('<p>One</p><p class="x">two &lt; 3 &amp; 4</p>', "One two < 3 & 4"),
    ("<jats:title>A</jats:title><jats:p><jats:italic>E.</jats:italic> coli</jats:p>", "A E. coli"),
    ("<mml:math><mml:msup><mml:mn>10</mml:mn><mml:mn>5</mml:mn></mml:msup></mml:math>", "10^5"),
]


@pytest.mark.parametrize(("marked", "text"), MARKED)
def test_markup_in_titles_and_abstracts_keeps_its_meaning(tmp_path, marked, text):
    record = f"TY  - JOUR\nID  - 7\nT1  - {marked}\nAB  - {marked}\nER  -\n"
    (found,) = read(tmp_path, "a.ris", record)
    assert (found.title, found.abstract) == (text, text)


def test_pubmed_books_are_documents_and_what_is_raised_is_told_from_what_is_not(tmp_path):
    math = "http://www.w3.org/1998/Math/MathML"
    book = f"""<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>20301325</PMID>
    <Book><BookTitle>GeneReviews</BookTitle><PubDate><Year>1993</Year></PubDate>
    <AuthorList Type="editors"><Author><LastName>Adam</LastName></Author></AuthorList></Book>
    <ArticleTitle>At 10<sup>5</sup> &lt;LLN</ArticleTitle>
    <AuthorList><Author><LastName>Doe</LastName></Author></AuthorList>
    <Abstract><AbstractText>CO<sub>2</sub>, <m:msup xmlns:m="{math}"><m:mn>10</m:mn><m:mn>6</m:mn>
    </m:msup>.</AbstractText></Abstract></BookDocument></PubmedBookArticle></PubmedArticleSet>"""
    (found,) = read(tmp_path, "a.xml", book)
    assert (found.id, found.title) == ("pmid:20301325", "At 10^5 <LLN")
    assert (found.authors, found.year, found.journal) == (("Doe",), 1993, "GeneReviews")
    assert found.abstract == "CO2, 10^6."


def test_half_a_character_in_a_title_costs_no_paper(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"doc_id": 1, "title": "Tea \\ud800 rats"}\n', "utf-8")
    with Corpus(None) as corpus:
        import_file(corpus, tmp_path / "a.jsonl")
        assert corpus.get(["1"])["1"].title == "Tea \ufffd rats"


def test_ris_gives_its_fields_and_joins_lines_that_go_on(tmp_path):
    first, second = read(tmp_path, "a.ris", RIS)
    assert first.title == "An adoption study of human obesity"
    assert first.authors == ("Stunkard, A. J.", "Other, B.")
    assert (first.year, first.journal, first.retracted) == (1986, "NEJM", None)
    assert second.abstract == "It has an abstract."
    assert second.id.startswith("title:")


def test_pubmed_xml_gives_labelled_parts_retraction_and_its_own_doi(tmp_path):
    first, second = read(tmp_path, "a.xml", PUBMED)
    assert first.abstract == (
        "METHODS: We examined 540 adoptees. RESULTS: Genes matter (P < 0.01)."
    )
    assert first.title == "An adoption study."
    assert first.authors == ("Stunkard, A J", "The Group")
    assert (first.doi, first.pmid, first.retracted) == ("10.1056/nejm1", "3941707", True)
    assert (second.year, second.abstract, second.retracted) == (1999, "", False)


def test_csv_finds_its_columns_by_their_usual_names(tmp_path):
    first, second = read(tmp_path, "a.csv", CSV)
    assert first.authors == ("Stunkard A.", "Other B.")
    assert (first.citations, first.year, first.retracted) == (1204, 1986, False)
    assert first.abstract == "Two lines in one cell."
    assert (second.title, second.citations, second.retracted) == ("Bare", None, None)


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_table_may_have_semicolons_or_tabs_between_its_columns(tmp_path, mark):
    table = f'\ufeff"Times Cited, All Databases"{mark}Title{mark}Abstract\n3{mark}T{mark}"A, b."\n'
    (found,) = read(tmp_path, "a.csv", table)
    assert (found.title, found.abstract, found.citations) == ("T", "A, b.", 3)


def test_json_lines_of_scifact_give_sentences_as_one_text(tmp_path):
    lines = '{"doc_id": 7, "title": "T", "abstract": ["One. ", "Two."], "structured": true}\n\n'
    lines += '{"doc_id": "8", "title": "Retracted article: X", "text": "Joined.", "citations": 3}\n'
    first, second = read(tmp_path, "a.jsonl", lines)
    assert (first.id, first.abstract) == ("7", "One. Two.")
    assert (second.abstract, second.citations, second.retracted) == ("Joined.", 3, True)


OVID = """
1.
TY  - JOUR
T1  - First of Ovid has no end
AB  - It has an abstract.
<2>
TY  - JOUR
T1  - RETRACTED: Second of Ovid
N2  - Another
    abstract.
AN  - 2012345678
ER  -

TY  - JOUR
ER  -
"""
WEB_OF_SCIENCE = """\ufeffFN Clarivate Analytics Web of Science
VR 1.0
PT J
AF Stunkard, Albert J.
   Sorensen, Thorkild I. A.
TI AN ADOPTION STUDY OF
   HUMAN OBESITY
SO NEW ENGLAND JOURNAL OF MEDICINE
DT Article; Retracted Publication
AB We examined 540
   adoptees.
TC 1,040
PY 1986
UT WOS:A1986AXP1300001
ER

EF
"""
NBIB = """
PMID- 3941707
DP  - 1986 Jan 23
TI  - An adoption study of
      human obesity.
LID - S0140 [pii]
LID - 10.1056/NEJM1 [doi]
AB  - We examined - 540
      adoptees.
FAU - Stunkard, A J
PT  - Journal Article
PT  - Retracted Publication
JT  - NEJM

PMID- 2
TI  - Second
"""
UNBALANCED = """@article{broken, title={An open { brace}, abstract={x},
 year=2001}
@article{whole, title={Whole}, abstract={A & B at 5% level}}
@article{whole, title={Another of that key}}
@article{twice, title={A}, title={B}}
"""


def test_ris_of_ovid_loses_no_record_and_names_the_one_that_says_nothing(tmp_path):
    first, second, empty = read_all(tmp_path, "a.ris", OVID)
    assert first.title == "First of Ovid has no end"
    assert (second.title, second.retracted, second.pmid) == ("Second of Ovid", True, "")
    assert second.abstract == "Another abstract."
    assert "line 14: it has neither DOI" in str(empty)


def test_web_of_science_and_nbib_give_their_fields(tmp_path):
    (science,) = read(tmp_path, "a.ciw", WEB_OF_SCIENCE)
    assert science.title == "AN ADOPTION STUDY OF HUMAN OBESITY"
    assert science.authors == ("Stunkard, Albert J.", "Sorensen, Thorkild I. A.")
    assert (science.id, science.citations) == ("WOS:A1986AXP1300001", 1040)
    assert science.types == ("Article", "Retracted Publication")
    first, second = read(tmp_path, "a.nbib", NBIB)
    assert (first.doi, first.pmid, first.year) == ("10.1056/nejm1", "3941707", 1986)
    assert first.abstract == "We examined - 540 adoptees."
    assert (first.retracted, first.authors, first.journal) == (True, ("Stunkard, A J",), "NEJM")
    assert (second.id, second.title) == ("pmid:2", "Second")


def test_one_unbalanced_brace_costs_that_entry_alone(tmp_path):
    fault, *found = read_all(tmp_path, "a.bib", UNBALANCED)
    assert "line 1: an entry that does not end" in str(fault)
    titles = [one.title for one in found if isinstance(one, Document)]
    assert titles == ["Whole", "Another of that key", "A"]
    with Corpus(None) as corpus:
        done = import_file(corpus, tmp_path / "a.bib")
        assert (done.added, done.renamed, len(done.unread)) == (3, 1, 1)
        assert corpus.get(["whole"])["whole"].abstract == "A & B at 5% level"


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("a.jsonl", '{"doc_id": 1}\n{"title": "x"}\n', "line 2.*doc_id"),
        ("a.jsonl", '{"doc_id": 1}\n[1]\n', "line 2.*object"),
        ("a.jsonl", '{"doc_id": 1}\n{"doc_id": 1, "citations": -3}\n', "line 2.*citations"),
        pytest.param("a.jsonl", '{"doc_id": 1}\n' + "[" * 100_000, "line 2", id="deep"),
        ("a.csv", "title,retracted\nt,no\nx,perhaps\n", "line 3.*perhaps"),
        ("a.csv", "title,abstract\nt,\n,x\n", "line 3.*neither DOI"),
        pytest.param("a.csv", f'title\nt\n"{"a" * 1_100_000}', "line 2 and all behind", id="open"),
        (
            "a.xml",
            PUBMED.partition("</PubmedArticle>")[0] + "</PubmedArticle><x",
            "after 1 article",
        ),
    ],
)
def test_a_record_that_cannot_be_read_is_named_and_costs_no_other(tmp_path, name, text, named):
    first, fault = read_all(tmp_path, name, text)
    assert isinstance(first, Document)
    assert re.search(named, str(fault))


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("a.ris", "hello\n", "no record; one begins with 'TY  -'"),
        ("a.xml", "<PubmedArticleSet><PubmedArticle>", "no XML"),
        ("a.xml", "<html></html>", "<html>"),
        ("a.csv", "a,b\n1,2\n", "title or abstract"),
        ("a.docx", "x", "suffix"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_place(tmp_path, name, text, named):
    with pytest.raises(ImportFault, match=named):
        read_all(tmp_path, name, text)


@pytest.mark.parametrize("suffix", sorted(READERS))
def test_bytes_that_are_no_text_and_files_that_are_absent_are_refused(tmp_path, suffix):
    path = tmp_path / f"bytes{suffix}"
    path.write_bytes(b"\xff\xfe\x00\x81 title, \xc3\x28")
    with pytest.raises(ImportFault):
        list(read_documents(path))
    with pytest.raises(ImportFault, match="cannot be read"):
        list(read_documents(tmp_path / f"absent{suffix}"))


def test_xml_that_multiplies_itself_is_refused(tmp_path):
    levels = "".join(
        f'<!ENTITY l{n} "{"&l" + str(n - 1) + ";" if n else "lol"}'
        f'{("&l" + str(n - 1) + ";") * 9 if n else ""}">'
        for n in range(12)
    )
    bomb = f"<!DOCTYPE x [{levels}]><PubmedArticleSet><a>&l11;</a></PubmedArticleSet>"
    with pytest.raises(ImportFault):
        read(tmp_path, "bomb.xml", bomb)


@pytest.mark.parametrize("suffix", [".jsonl", ".bib", ".csv"])
def test_an_empty_file_adds_nothing_or_is_refused(tmp_path, suffix):
    if suffix == ".csv":
        with pytest.raises(ImportFault, match="none"):
            read(tmp_path, "empty.csv", "")
    else:
        assert read(tmp_path, f"empty{suffix}", "") == []
