"""Short books of our own, in each of which one rule of the extraction has something to do."""

_WALK = "They walked along the river, past the mill and the old boats, and met nobody on the way back home."

TEXTS = {
    ("dashes", "es"): "—¿Vienes hoy?\n\n--Hoy no puedo.\n\n—¿Y mañana?\n\n--Mañana sí.",
    ("guillemets", "de"): "»Kommst du heute?«\n\n«Heute nicht.»\n\n»Und morgen?«\n\n«Morgen gern.»",
    ("single", "en"): (
        "‘Shall we row over?’ said Ann.\n\n‘Not in this fog,’ said Tom.\n\n‘Then tomorrow,’ said Ann."
    ),
    ("backticks", "en"): "`Is it late?´ asked Ann.\n\n`It is nine,´ said Tom.\n\n`Then sleep,´ said Ann.",
    ("nested", "de"): "„Er rief: „Halt!“ und lief weiter.“\n\n„Wohin?“\n\n„Zum Fluss.“",
    ("lost", "en"): (
        '"Who is there? he asked. "Is it you, Tom?"\n\n"It is me."\n\n'
        '"Come in," he said, and then, "sit down."'
    ),
    ("list", "es"): (
        "—¿Qué llevas?\n\n—Llevo pan.\n\nLa lista decía:\n\n—Harina blanca.\n\n—Aceite.\n\n—Vino tinto.\n\n"
        "—Sal gruesa.\n\n—Un saco de arroz.\n\nLuego se fueron juntos.\n\n—¿Y el agua?\n\n—Yo la traigo."
    ),
    ("two-marks", "es"): (
        "—¿Has llamado?\n\n—He llamado.\n\nElla pensó en voz alta: «No vendrá nunca.»\n\n—Ya estoy aquí."
    ),
    ("inserted", "es"): "—Mira, dijo Ana, ven —se calló—. Ya.\n\n—No —dijo Luis—, no voy.",
    ("remark", "en"): "“Take it (smiling), and go,” said Ann.\n\n“Thank you (I mean it),” said Tom.",
    ("chapters", "en"): "“Wake up.”\n\n“Never.”\n\nCHAPTER II\n\n“Whose boat is it?”\n\n“It is mine.”",
    ("scenes", "en"): "“Good night.”\n\n“Sleep well.”\n\n* * *\n\n“Is there tea?”\n\n“There is milk.”",
    ("letter", "en"): (
        "“A letter,” said Ann.\n\n“From Ned,” said Tom.\n\nHe opened the letter and read:\n\n“Dear Tom,\n\n"
        "“I am coming home by the next boat.\n\n“Yours truly,\n\n“Ned.”\n\n“He is coming,” said Tom.\n\n"
        "“At last,” said Ann."
    ),
    ("verse", "en"): (
        f"{_WALK}\n\n{_WALK}\n\n“Sing it again,” said Ann.\n\n“I will,” said Tom.\n\n“The boat is at the"
        " landing,\n  The bell is on the tree,\nThe river has no standing,\n  And no more have we.”\n\n"
        "“Well sung,” said Ann."
    ),
    ("quoted", "en"): "“Shall we go?” said Ann.\n\nThe “boat” was a door.\n\n“It floats,” said Tom.",
    ("title", "en"): (
        "“What is it?” said Ann.\n\nThey read “Songs of the Mill” to us.\n\n“It is a book,” said Tom."
    ),
    ("tale", "de"): (
        "„Erzählen Sie“, bat Anna.\n\n„Ich war damals jung und fuhr auf dem Fluss.\n\nEines Abends kam ein"
        " Fremder an die Fähre, der einen grauen Mantel trug und kein Wort sagte, und ich fuhr ihn hinüber."
        "\n\nAm anderen Ufer stand niemand, und der Fremde ging in den Nebel, ohne sich noch einmal nach mir"
        " umzusehen.“\n\n„Und dann?“, fragte Anna.\n\n„Nichts weiter.“"
    ),
    ("tagged", "en"): (
        "“It rains,” said Ann.\n\nThe rain went on.\n\n“And it is cold,” said Ann.\n\n“What now?” said Tom."
    ),
    ("paragraph", "en"): "“Ours,” said Ann. And Tom: “Mine,” said Tom.\n\n“Why yours?” said Ann.",
    ("play", "en"): (
        "SCENE I. A landing.\n\nANN. Shall we row over?\n\nTOM. Not in this fog.\n\nNED. [aside] I would.\n\n"
        "TOM. Then tomorrow!\n\nANN. Will you wait for me?\n\nNED. She never waits.\n\n"
        "ANN. Who said that?\n\nTOM. It was Ned. [Exit.]\n\nNED. I said nothing!\n\n"
        "ANN. Where is he going?\n\nNED. To see whose boat is tied below.\n\nANN. And you hold the rope."
    ),
    ("alternation", "en"): "“Stay,” said Ann.\n\n“I must go,” said Tom.\n\n“Why?”\n\n“Because.”",
}
"""By id and language."""
