"""Two articles as PubMed gives them: one retracted, one without an abstract."""

PUBMED = """<?xml version="1.0"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2024//EN" "x.dtd">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID Version="1">3941707</PMID><Article>
<Journal><Title>NEJM</Title><JournalIssue><PubDate><Year>1986</Year></PubDate></JournalIssue>
</Journal>
<ArticleTitle>An <i>adoption</i> study.</ArticleTitle>
<Abstract><AbstractText Label="Methods">We examined 540 adoptees.</AbstractText>
<AbstractText Label="Results">Genes matter (P &lt; 0.01).</AbstractText></Abstract>
<AuthorList><Author><LastName>Stunkard</LastName><ForeName>A J</ForeName></Author>
<Author><CollectiveName>The Group</CollectiveName></Author></AuthorList>
<PublicationTypeList><PublicationType>Journal Article</PublicationType>
<PublicationType>Retracted Publication</PublicationType></PublicationTypeList></Article>
</MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="doi">10.1056/nejm1</ArticleId></ArticleIdList>
<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.9999/cited</ArticleId>
</ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>2</PMID><Article><Journal><JournalIssue><PubDate>
<MedlineDate>1999 Jan-Feb</MedlineDate></PubDate></JournalIssue></Journal>
<ArticleTitle>Without an abstract</ArticleTitle></Article></MedlineCitation></PubmedArticle>
</PubmedArticleSet>"""
