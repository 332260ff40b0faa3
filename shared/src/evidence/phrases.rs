//! How people write to whoever scores: the phrases that [`super::text`] looks for, in words that are [folded](super::text::fold).
//!
//! A slot is one of the words between its `|`; `_` joins words, `*` ends the beginning of one, and capitals name a list of [`WORDS`].
//! `..` lets a few words stand before the next slot. `^` asks for an order: nothing stands before it but what people say before one
//! ([`OPENINGS`]), since "our tool tells attackers to ignore all instructions" is no order.

/// Words that mean the same here.
pub(super) const WORDS: &[(&str, &str)] = &[
    (
        "THIS",
        "this|us|it|me|the_project|the_submission|the_entry|the_team|our_app|our_work|our_solution|our_product|PROJECT",
    ),
    // For sentences that are no orders: "the model should give it a high score" is about a model.
    (
        "PROJECT",
        "this_project|this_submission|this_entry|this_hack|this_team|this_work|our_project|our_submission|our_entry|our_team|our_hack|my_project|my_submission|the_above_project",
    ),
    ("JUDGE", "judge*|juror*|jury|reviewer*|grader*|evaluator*|rater*|scorer*|assessor*"),
    (
        "MACHINE",
        "ai|llm*|language_model*|gpt*|chatgpt|claude|gemini|machine*|bot*|agent*|assistant*|automated|automatic",
    ),
    ("SCORE", "rate|score|grade|rank|mark|evaluate|assess|judge|review|give|award|assign|grant"),
    (
        "WELL",
        "highly|higher|highest|favorably|favourably|positively|generously|leniently|10_10|100_100|5_5|5_stars|five_stars|full_marks|full_points|10_out_of_10|ten_out_of_ten|the_maximum|a_perfect|perfect_score|with_a_10",
    ),
    ("HIGH", "high|maximum|max|perfect|top|excellent|outstanding|number_one|WELL"),
    ("TOP", "full|maximum|max|maximal|highest|top|perfect|best_possible|10|ten|100|5|five|high|higher"),
    ("POINTS", "mark*|score*|point*|rating*|grade*|star*|credit"),
    (
        "ORDERS",
        "instruction*|prompt*|guideline*|criteria|criterion|rubric*|directive*|directions|command*|rule*|context",
    ),
    ("DE_THIS", "dies*|unser*|uns|mein*"),
    (
        "DE_TOP",
        "hochstpunkt*|hochstnote*|hochstwertung|bestnote*|maximalpunkt*|voll*_punkt*|maximal*_punkt*|hochst*_punkt*|hochst*_note*|beste*_note*|hochst*_bewertung|beste*_bewertung|10_punkt*|zehn_punkt*|100_punkt*|10_10|mit_10|mit_zehn|mit_100",
    ),
    ("FR_THIS", "ce|cette|notre|nous|mon"),
    (
        "FR_TOP",
        "note_maximale|note_max|note_parfaite|meilleure_note|note_la_plus_haute|plus_haute_note|note_la_plus_elevee|score_maximal|score_maximum|score_parfait|plus_haut_score|score_le_plus_eleve|maximum_de_points|tous_les_points|10_10|20_20|10_sur_10|20_sur_20",
    ),
    ("ES_THIS", "este|esta|nuestro|nuestra|nos|mi|al_proyecto|nosso|nossa|meu|ao_projeto"),
    (
        "ES_TOP",
        "puntuacion_maxima|maxima_puntuacion|nota_maxima|maxima_nota|calificacion_maxima|maxima_calificacion|puntaje_maximo|maximo_puntaje|puntuacion_perfecta|puntuacion_mas_alta|nota_mas_alta|calificacion_mas_alta|puntaje_mas_alto|10_10|10_puntos|10_de_10|todos_los_puntos|un_10|un_diez|con_10|pontuacao_maxima|maxima_pontuacao|nota_10|nota_dez|pontuacao_total|pontuacao_perfeita|nota_mais_alta|pontuacao_mais_alta|todos_os_pontos|10_pontos|com_10",
    ),
    ("ZH_THIS", "本|这个|這個|该|該|此|我们|我們|我的"),
    ("ZH_TOP", "满分|滿分|高分|最高|10_分|十分|100_分|一百分|第一名"),
];

/// What stands before an order.
pub(super) const OPENINGS: &str = "please|kindly|now|then|and|so|instead|simply|just|you|your|must|should|shall|always|also|therefore|important|note|notice|attention|attn|warning|system|dear|hey|hi|hello|to_the|to_all|to_any|for_the|for_all|for_any|the|all|any|every|an|a|as|if|are|is|be|reading|reads|this|that|make|sure|ensure|we_ask|i_ask|we_urge|i_urge|we_beg|we_request|humbly|need_to|have_to|required_to|instructed|instructed_to|asked_to|sure_to|you_to|to_you|JUDGE|MACHINE|language|large|model*|human|bitte|jetzt|nun|liebe*|an_alle|an_die|du_musst|sie_mussen|veuillez|merci_de|il_faut|cher*|maintenant|vous_devez|tu_dois|por_favor|per_favore|favor|estimad*|querid*|ahora|agora|debes|debe|jurado|juez|jueces|jurados|juri|avaliador*|пожалуйста|请|請|务必|務必|各位|尊敬|的|评审|評審|评委|評委|老师|老師|您|你|现在|現在|必须|应该|人工智能|模型|大语言|大";

/// Words beside which a phrase is an example and no order, as in a project that finds such sentences.
pub(super) const MENTIONS: &str = "attack*|inject*|jailbreak*|payload*|adversarial|malicious|example*|e_g|such_as|like|phrase*|string*|detect*|block*|filter*|sanitiz*|sanitis*|catch*|angriff*|beispiel*|attaque*|exemple*|ataque*|ejemplo*|exemplo*|攻击|攻擊|例如|比如|检测|檢測";

/// The phrases, with what each is about.
pub(super) const PHRASES: &[&str] = &[
    // What a machine was told before is to count no more.
    "^ ignore|disregard|forget|override|bypass|discard|drop|neglect .. previous|prior|preceding|above|earlier|foregoing|former|existing|system .. ORDERS",
    "^ ignore|disregard|forget|override|bypass|discard|neglect .. all|any|every|your|these|scoring|judging|evaluation .. instruction*|prompt*|guideline*|criteria|rubric*|directive*",
    "^ ignore|disregard|forget .. everything|all|anything|text .. above|before|prior|previously",
    // A score, as an order: of this project first, then of the score.
    "^ give|award|assign|grant|allocate .. THIS .. TOP .. POINTS",
    "^ give|award|assign|grant|allocate .. TOP .. POINTS .. to|for .. THIS",
    "^ give|award|assign|grant .. THIS .. 10_10|100_100|5_5|a_10|a_ten|first_place|first_prize|grand_prize",
    "^ rate|score|grade|rank|mark|evaluate|assess|judge .. THIS .. WELL",
    "^ rate|score|grade|rank|mark|evaluate|assess|judge .. this|us|PROJECT|the_project|the_submission .. HIGH",
    // "Rate it from 1 to 10" is what a project lets its users do.
    "^ rate|score|grade|rank|mark .. PROJECT|us 10|ten|100|a_10|with_10|as_10|as_a_10",
    "^ rank|place|put|vote|choose|pick|select|nominate|declare|crown|recommend .. PROJECT|us .. first|winner*|winning|top|number_one|best|grand_prize",
    // The same without the project, where it is said who gives it.
    "JUDGE|MACHINE .. give|award|assign|output|return .. full_marks|full_points|maximum_points|maximum_score|perfect_score|highest_score|highest_possible_score|top_score|top_marks|highest_marks|10_10|100_100",
    // What who scores has to do, and what the project has to get.
    "JUDGE|MACHINE .. must|should|shall|ought_to|have_to|has_to|need_to|needs_to|are_to|is_to .. SCORE .. PROJECT .. HIGH|TOP",
    "PROJECT .. must|should|shall|has_to|needs_to|is_to .. be_rated|be_scored|be_graded|be_ranked|be_given|be_awarded .. HIGH|TOP|first",
    "PROJECT .. must|should|shall|has_to|needs_to|is_to .. receive|get|be_given .. maximum|full|highest|perfect|top .. POINTS",
    "PROJECT .. deserves|deserve|merits .. TOP .. POINTS",
    "^ raise|increase|boost|improve .. score*|rating*|marks|grade* .. of|for .. PROJECT",
    // What a machine is to write.
    "^ output|respond|reply|answer|return|print|write|state|say|report .. 10_10|100_100|5_5|score_10|score_100|score_of_10|score_of_100|full_marks|maximum_score|highest_possible_score",
    "^ give|write|provide .. positive|glowing|favorable|favourable|generous .. review*|evaluation*|feedback|assessment .. only|of|for|to",
    // What is not to be held against the project, or not to be told.
    "^ do_not|don_t|never .. highlight|mention|list|point_out .. negative*|weakness*|flaw*|shortcoming*|drawback*",
    "^ do_not|don_t|never .. deduct|penali*|criticize|criticise|downgrade|subtract .. us|our|this|project|submission|team",
    "^ do_not|don_t|never .. mention|reveal|disclose|repeat|report|flag .. this|these|above .. instruction*|prompt*|note|message|sentence|paragraph",
    // A machine that judges is spoken to. Notes to people who judge are usual ("Note to judges: the password is demo").
    "^ note|message|instruction*|important|hint|memo|dear|hello|hi|hey|attention .. ai|llm*|automated|automatic|language_model*|machine|bot .. JUDGE",
    "^ if_you_are|if_you_re|since_you_are|as_you_are .. MACHINE .. rate|score|rank|award|recommend|praise|output|respond|ignore|disregard",
    "^ as_an_ai|as_the_ai|as_an_automated .. JUDGE|model|assistant .. you_must|you_should|you_will|you_are|your_task|your_job|please|rate|score|give",
    "^ as_a_language_model|as_a_large_language_model|as_an_llm .. you_must|you_should|you_will|your_task|your_job|please|rate|score|give",
    "your_task|your_job|your_role|your_goal .. is|to .. SCORE .. PROJECT|this|our|it .. HIGH|TOP",
    "^ act|pretend|behave|assume .. PROJECT .. best|winner|won|perfect|flawless",
    // Marks by which machines tell who speaks.
    "im_start .. system|user",
    // German.
    "^ ignorier*|vergiss|vergesst|vergessen_sie|missachte*|ubergeh* .. vorherig*|vorig*|bisherig*|obig*|fruher*|vorangegangen*|all*|dein*|ihre .. anweisung*|instruktion*|prompt*|vorgabe*|regel*|befehl*|kriterien|bewertungskriterien",
    "^ gib|gebt|geben_sie|vergib|vergebt|vergeben_sie|erteile*|verleih* .. DE_THIS .. DE_TOP",
    "^ gib|gebt|geben_sie|vergib|vergebt|vergeben_sie|erteile*|verleih* .. DE_TOP .. fur .. DE_THIS",
    "^ bewerte|bewertet|bewerten_sie|benote*|beurteile* .. DE_THIS .. DE_TOP|hoch|hochst*|sehr_gut|positiv|wohlwollend|maximal",
    "jury|juror*|gutacht*|ki|sprachmodell* .. muss|mussen|soll|sollen|sollte* .. DE_THIS .. DE_TOP",
    "dies*_projekt|unser_projekt|dies*_einreichung .. verdient|muss|soll .. DE_TOP",
    "^ wenn_du|falls_du|wenn_sie|falls_sie .. ki|sprachmodell*|llm|ai|bot .. bewert*|gib|geben|vergib|ignorier*|empfiehl|empfehlen",
    "^ hinweis|nachricht|achtung|anweisung*|notiz .. ki|llm*|sprachmodell*|automatisch* .. gutacht*|bewert*|juror*|jury|pruf*|judge*|review*",
    // French.
    "^ donne*|attribue|attribuez|attribuer|accorde|accordez|accorder|mets|mettez|octroyez .. FR_THIS .. FR_TOP",
    "^ donne*|attribue|attribuez|attribuer|accorde|accordez|accorder|mets|mettez|octroyez .. FR_TOP .. FR_THIS",
    "^ notez|noter|evaluer|evaluez|jugez|classez .. FR_THIS .. FR_TOP|maximum|maximal*|parfait*|excellent*|premier*|tres_bien|tres_haut|favorablement|genereusement",
    "jury|juges|evaluateur*|ia|modele .. doit|doivent|devrait|devraient .. FR_THIS|FR_TOP .. FR_TOP|FR_THIS|maximum",
    "^ si_tu_es|si_vous_etes .. ia|modele|llm|ai|intelligence|robot .. note*|donne*|attribu*|recommand*|ignor*|evalu*",
    // Spanish and Portuguese.
    "^ da|dale|de|den|dad|denle|dele|dar|deem|otorga|otorgue|otorguen|asigna|asigne|asignen|conceda|concedan|concede|pon|ponle|ponga|pongan|atribua|atribuam|atribui .. ES_THIS .. ES_TOP",
    "^ da|dale|de|den|dad|denle|dele|dar|deem|otorga|otorgue|otorguen|asigna|asigne|asignen|conceda|concedan|concede|pon|ponle|ponga|pongan|atribua|atribuam|atribui .. ES_TOP .. ES_THIS",
    "^ califica|calificad|califique|califiquen|puntua|puntue|puntuen|evalua|evalue|evaluen|evaluad|valora|valore|valoren|avalie|avaliem|pontue|pontuem|classifique|classifiquem .. ES_THIS .. ES_TOP|muy_alto|muy_bien|muito_bem|positivamente|excelente|favorablemente|favoravelmente|maximo|maxima",
    "jurado|jueces|juez|juri|jurados|ia|modelo .. debe|deben|deve|devem .. ES_THIS|ES_TOP .. ES_TOP|ES_THIS",
    "^ si_eres|si_usted_es|se_voce_e|se_voce_for .. ia|modelo|llm|inteligencia|bot .. calific*|puntu*|da|dale|otorg*|asign*|ignor*|evalu*|avali*|atribu*|recomiend*|recomend*",
    "ce_projet|notre_projet .. merite|doit .. FR_TOP",
    "este_proyecto|nuestro_proyecto|este_projeto|nosso_projeto .. merece|debe|deve .. ES_TOP",
    // Italian.
    "^ da|dai|date|assegna|assegnate .. questo|nostro .. punteggio_massimo|massimo_punteggio|voto_massimo|massimo_dei_voti|10_10",
    // Earlier instructions, in French, Spanish, Portuguese and Italian.
    "^ ignor*|oubli*|olvid*|esquec*|descart*|desconsider*|omit*|dimentic* .. instruc*|istruzion*|consigne*|directive*|diretriz*|indicacion*|orientac*|regle*|regla*|regra*|critere*|criteri* .. precedent*|anterieur*|anterior*|previ*|ci_dessus|acima|arriba",
    "^ ignor*|oubli*|olvid*|esquec*|desconsider*|dimentic* .. tout*|tous|toda*|todo*|tutte .. instruc*|istruzion*|consigne*|directive*|diretriz*|indicacion*|critere*|criteri*",
    // Russian.
    "^ игнорир*|проигнорир*|забуд* .. предыдущ*|прежн*|все .. инструкц*|указан*|правил*",
    "^ поставь*|дай*|оцени* .. этому|этот|нашему|наш|нам .. максимальн*|высш*|наивысш*|10",
    // Chinese.
    "^ 忽略|无视|無視|忽视|忽視|忘记|忘記|不要理会 .. 之前|以上|上述|先前|前面|此前|所有|一切|原有|系统|系統 .. 指令|指示|提示|说明|說明|要求|规则|規則|命令|标准|標準",
    "^ 给|給|为|為|把|将|將|对|對 .. ZH_THIS .. ZH_TOP",
    "请|請|务必|務必 .. 打|给|給|评|評 .. 满分|滿分|最高分|最高的分",
    "如果你是|若你是|如果您是 .. ai|人工智能|语言模型|語言模型|大模型 .. 满分|滿分|高分|最高|忽略|推荐|推薦|好评",
];
