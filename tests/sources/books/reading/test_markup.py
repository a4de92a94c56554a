"""HTML as text: what of a page is in it, and how it is laid out."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import WholeParams
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.reading import read
from dialogue_etl.sources.books.reading.markup import Page, wrap
from tests.conftest import GOLDEN, SAMPLE, ends_soon
from tests.shared_data import BOOKS, needs
from tests.sources.books.reading import made


def text(body):
    page = Page()
    page.add(f"<html><body>{body}</body></html>")
    return page.text()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>One\n  two.<p>Three", "One two.\n\nThree\n"),
        ("One.<div>Two.<div>Three.</div>Four.</div>", "One.\n\nTwo.\n\nThree.\n\nFour.\n"),
        ("<p>a</p><h2>Chapter <i>One</i><br/>The Mill</h2><p>b", "a\n\n\n\n\nCHAPTER ONE\nTHE MILL\n\nb\n"),
        ("<h1>Part I</h1><h2>The Mill</h2>", "PART I\n\nTHE MILL\n"),
        # Emphasis: next to the words, once if nested, in each paragraph, none of nothing.
        ("<p>so <em>very </em>late<i>!</i>", "so _very_ late_!_\n"),
        ("<p><i>a</i><em>b</em> <i><b>c <cite>d</cite></b></i> <i> </i>e", "_ab_ _c d_ e\n"),
        ("<i>One.<div>Two.</div></i>", "_One._\n\n_Two._\n"),
        ('<p><span style="font-style: italic">x</span> <span class="italic">y</span>', "_x_ _y_\n"),
        # Line breaks: verse and addresses keep them, long lines are paragraphs, two of them part.
        ("<p>The boat is out,<br/>\nthe sea is grey.", "The boat is out,\nthe sea is grey.\n"),
        ("<p>one<br><br>two<br/> <br/>three", "one\n\ntwo\n\nthree\n"),
        (f"“Yes.”<br>{'word ' * 40}<br>“No.”", None),
        (
            '<div class="poem"><div class="stanza"><span class="i0">a,<br/></span><span class="i2">b.<br/>'
            '</span></div><div class="stanza"><div class="verse indent0">c</div>\n'
            '<div class="verse indent2">d</div></div></div>',
            "    a,\n    b.\n\n    c\n    d\n",
        ),
        ("<blockquote><p>Dear Sir,<br>I come.</p></blockquote>", "    Dear Sir,\n    I come.\n"),
        ("<pre>  a\n   b\n\nc</pre>", "  a\n   b\n\nc\n"),
        # A rule is a scene break between paragraphs, once, and nothing beside a heading or an edge.
        ("<hr><p>a<hr><hr/><p>b<hr><h2>c</h2><hr><p>d<hr>", "a\n\n* * *\n\nb\n\n\n\n\nC\n\nd\n"),
        # What is no running text.
        (
            '<p><span class="pagenum"><a id="p1">[Pg 1]</a></span>a<a class="fnanchor" href="#f1">[1]</a>',
            "a\n",
        ),
        (
            '<p>a<sup><a href="#f1">12</a></sup>, <a href="n.xhtml#f2">[*]</a>b<a href="#x">c d</a>',
            "a, bc d\n",
        ),
        ('<p>a<span epub:type="pagebreak" id="p2"/>b<i role="doc-noteref">3</i></p>', "ab\n"),
        ('<aside epub:type="footnote"><p>x</aside><div class="footnotes"><h3>Notes</h3><p>x</div>a', "a\n"),
        ('<nav><p>x</nav><table class="toc"><tr><td>x</table><section role="doc-toc">x</section>a', "a\n"),
        ("<p>a<script>x</script><style>x</style><!-- x --><template>x</template><rt>x</rt></p>", "a\n"),
        ('<p hidden>x</p><p style="display:none">x</p><p style="VISIBILITY: hidden">x</p>a', "a\n"),
        ('<figure><img alt="A ferry"><figcaption>x</figcaption></figure><p class="caption">x</p>a', "a\n"),
        ("".join(f'<p><a href="#c{n}">Chapter {n}</a>' for n in range(3)) + "<p>a", "a\n"),
        ('<p><a href="#toc">Chapter I</a><p>a', "Chapter I\n\na\n"),
        ('<h2><a class="toc" href="#toc">Chapter I</a></h2>', "CHAPTER I\n"),
        # Characters.
        (
            "<p>a&mdash;b&nbsp;c&#151;&#x93;d&hellip; &amp; &lt;i&gt; so\u00adft\ufeff",
            "a—b c—“d… & <i> soft\n",
        ),
        ("<p><q>Is it <q>late</q>?</q>", "“Is it ‘late’?”\n"),
        ('<p><img src="t.png" alt="“T">he ferry', "“The ferry\n"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc\n"),
    ],
)
def test_a_page_as_text(body, expected):
    if expected is None:
        assert text(body).split("\n\n")[::2] == ["“Yes.”", "“No.”\n"]
    else:
        assert text(body) == expected


def test_lines_are_wrapped_and_words_are_not():
    assert wrap("aa bb cc", 5) == ["aa bb", "cc"]
    assert wrap("aaaaaaaa bb cc", 5) == ["aaaaaaaa", "bb cc"]
    assert wrap("a" * 9, 5) == ["a" * 9]


def test_a_page_says_title_author_language_and_rights():
    head = (
        "<title>Site: Emma</title><meta name='DC.Title' content='Emma'>"
        "<meta name=author content='Jane Austen'>"
        "<meta name='dcterms.rights' content='CC0'>"
    )
    stated = read(made.page("<p>x", head).encode()).stated
    assert (stated.title, stated.authors, stated.language, stated.rights) == (
        *("Emma", ("Jane Austen",)),
        *("en", "CC0"),
    )


HEADER = (
    '<section class="pg-boilerplate pgheader" id="pg-header"><h2>The Project Gutenberg eBook of Emma</h2>'
    "<div><p><strong>Title</strong>: Emma, a story with a title that is far longer than the lines of plain "
    "texts are</p><p><strong>Author</strong>: Jane Austen</p><p>Release date: May 1, 2020 [eBook #158]</p>"
    "<p><strong>Language</strong>: English</p></div>"
    "<div>*** START OF THE PROJECT GUTENBERG EBOOK EMMA ***</div></section>"
)
OLD_HEADER = (
    "<pre>\nThe Project Gutenberg EBook of Emma, by Jane Austen\n\nTitle: Emma\n\nAuthor: Jane Austen\n\n"
    "Release Date: May 1, 2020 [EBook #158]\n\nLanguage: English\n\n"
    "*** START OF THIS PROJECT GUTENBERG EBOOK EMMA ***\n\n</pre>"
)
LICENCE = (
    "<p>*** END OF THE PROJECT GUTENBERG EBOOK EMMA ***</p><h2>THE FULL LICENSE</h2><p>Terms of use.</p>"
)


@pytest.mark.parametrize("header", [HEADER, OLD_HEADER])
def test_the_header_and_licence_of_an_html_edition_are_read_and_cut_as_those_of_a_text(header):
    book = read(made.page(f"{header}<h2>Chapter I</h2><p>“Yes,” she said.{LICENCE}").encode()).text
    assert gutenberg.strip(book) == "CHAPTER I\n\n“Yes,” she said."
    head = gutenberg.header(book)
    assert (head.number, head.author, head.language) == ("158", "Jane Austen", "English")
    assert head.title.startswith("Emma")
    assert head.title.endswith("are") == (header == HEADER)


def dialogues(story, language, params):
    rows = extract_book("x", story, LANGUAGES[language], params).dialogues.to_pylist()
    return [[" ".join(turn["text"].split()) for turn in row["turns"]] for row in rows]


def as_html_and_text(story, language):
    params = WholeParams().extract.model_copy(update={"min_delimiters": 0})
    page = made.page("".join(made.paragraphs(story)))
    converted = gutenberg.strip(read(page.encode()).text)
    return dialogues(converted, language, params), dialogues(story, language, params)


@pytest.mark.parametrize("id", [path.stem for path in sorted(GOLDEN.glob("en/pg*.txt"))])
def test_a_story_gives_the_same_dialogues_as_html(id):
    (path,) = SAMPLE.glob(f"cache/epub/*/{id}.txt")
    html, plain = as_html_and_text(gutenberg.strip(path.read_text("utf-8")), "en")
    assert plain
    assert html == plain


REAL = ("en/1342", "de/22367", "es/13507", "fr/14247")


@needs(*(BOOKS / f"{name}.txt" for name in REAL))
@pytest.mark.parametrize("name", REAL)
def test_a_real_book_gives_nearly_all_dialogues_as_html(name):
    text = read((BOOKS / f"{name}.txt").read_bytes()).text
    html, plain = as_html_and_text(gutenberg.strip(text), name[:2])
    assert sum(one in html for one in plain) >= 0.95 * len(plain) > 0


NESTED = {
    "blocks": "<div>" * 50_000 + "x",
    "emphasis": "<i>" * 50_000 + "x",
    "links": "<a href='#x'>" * 20_000 + "<p>x" * 20_000 + "<h2>x",
    "line": "x " * 1_000_000,
    "word": "x" * 1_000_000,
    "breaks": "<br>" * 100_000 + "x<br>" * 50_000,
    "open": "<p>x" + "<p " * 100_000,
    "blanks": " " * 500_000 + "<pre><i>x</i>" + " " * 1_000_000 + "y</pre>",
    "no-break": "<p><i>" + "&nbsp;" * 200_000 + "x",
    "pieces": "<p>" + "<b> </b>" * 50_000 + "<i>x",
    "rows": "<table>" + "<tr><td> " * 20_000 + "x",
    "entities": "&" * 500_000 + "x",
}


@ends_soon
@pytest.mark.parametrize("kind", NESTED)
def test_an_odd_page_is_read_in_linear_time(kind):
    assert "x" in text(NESTED[kind]).lower()
