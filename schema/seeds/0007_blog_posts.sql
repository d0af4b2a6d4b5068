-- The journal: four published posts and one draft, in the first person. Essays on method and general mountain knowledge; of her own story they use only the known facts.
-- content_* is HTML of h2, p, ul, li, blockquote, strong and em. reading_time is minutes: the words of content_en at 200 a minute, rounded up.

insert into public.blog_posts
  (sample, slug, status, published_at, created_at, reading_time,
   title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar, content_en, content_fr, content_ar) values

(true, 'preparation-is-the-climb', 'published', '2025-03-12 08:00:00+00', '2025-03-10 09:30:00+00', 4,
 'Preparation is the climb', 'La préparation, c’est l’ascension', 'الاستعداد هو الصعود',
 'The visible part of an expedition lasts a few weeks. What decides it happens in the months when nobody is watching, at a table as much as on a slope.',
 'La partie visible d’une expédition dure quelques semaines. Ce qui en décide se joue durant les mois où personne ne regarde, à une table autant que sur une pente.',
 'الجزء المرئي من أي رحلة استكشافية لا يدوم سوى أسابيع. أما ما يحسمها فيجري في الأشهر التي لا يراها أحد، على طاولة بقدر ما يجري على سفح.',
 '<p>People who look at a photograph of a summit see a moment. People who have stood on one see a calendar: the early mornings, the lists, the load carried up a stairwell because the nearest slope was two hours away. The photograph is the last page of a long document, and most of that document is dull. That is good news, because dull work can be learned by anyone.</p>
<p>I am an engineer by training, and it shows in the order of my three values: Preparation, Perseverance, Purpose. Preparation comes first for the same reason that foundations do.</p>
<h2>Begin from the failure</h2>
<p>An engineer who designs a bridge starts with the ways in which it could fall. A climber can do the same. Take a sheet of paper, assume that the expedition has failed, and write down why: a chill that became frostbite, a knee, a quarrel in the tent, a storm that everyone had seen coming, money that ran out a week too soon. Each line becomes a question that has an answer at sea level and perhaps none at 7,000 metres.</p>
<p>The exercise is not pessimism. It takes fear, which is vague and tiring, and turns it into tasks, which are precise and can be finished. After an hour the page usually shows that the heroic dangers are few and the ordinary ones many. Most plans are not broken by an avalanche. They are broken by a glove.</p>
<h2>Train the weakest link</h2>
<p>It is pleasant to train what we are already good at. Strong legs ask for more hills; a fast runner runs. But a mountain examines the whole body and then the whole character, and it tends to ask the question we did not revise. A useful plan for a season has three columns:</p>
<ul>
<li><strong>Engine:</strong> long, slow efforts, most of them so easy that one could talk; this is what lasts for twelve hours.</li>
<li><strong>Hands:</strong> knots, crampons, a stove lit in the dark with mittens on, until they need no thought, because at altitude there is little thought to spare.</li>
<li><strong>Head:</strong> sleeping badly, waiting without news, saying “I am tired” early and without shame.</li>
</ul>
<p>Look at the three columns and put most of the next month into the shortest one.</p>
<h2>Climb a ladder, not a wall</h2>
<p>My own list reads like a ladder. Kilimanjaro and Mont Blanc in 2011, Elbrus in 2012, Aconcagua and Denali in 2014, Carstensz in 2015; Everest came in 2017, six years after the first step. Each peak can be read as the examination for the next: thin air without difficulty, then ice, then cold, then weeks of self-reliance, then rock. There is nothing magical in the number six. What matters is that no rung was asked to do the work of two.</p>
<blockquote><p>A goal that frightens you is often just a goal with missing rungs.</p></blockquote>
<p>The same drawing works for an examination, a company or a language. Write the summit at the top of the page, your present self at the bottom, and then fill the middle until no step looks like courage.</p>
<h2>Leave room for the mountain</h2>
<p>The best plan has empty days in it. Weather, illness and other people will use them; if they do not, rest will. A schedule without slack is a wish with dates. When everything goes well, the empty days feel like waste, and it is tempting to spend them in advance. Do not. They are the only part of the plan that was made for the things you could not imagine.</p>
<p>Then, one morning, there is nothing left to prepare, and you walk. It is often calmer than expected. By that hour most of the climb is already behind you.</p>',
 '<p>Qui regarde la photographie d’un sommet voit un instant. Qui s’est tenu dessus voit un calendrier : les réveils avant l’aube, les listes, le sac lesté que l’on monte dans une cage d’escalier parce que la première pente est à deux heures de route. La photographie est la dernière page d’un long dossier, et ce dossier est pour l’essentiel ennuyeux. C’est une bonne nouvelle : ce qui est ennuyeux peut s’apprendre.</p>
<p>Je suis ingénieure de formation, et cela se voit à l’ordre de mes trois valeurs : la préparation, la persévérance, le sens. La préparation vient en premier pour la raison qui fait commencer une maison par ses fondations.</p>
<h2>Partir de l’échec</h2>
<p>L’ingénieure qui dessine un pont commence par les façons dont il pourrait tomber. On peut en faire autant avant de grimper. Prenez une feuille, supposez que l’expédition a échoué et écrivez pourquoi : un refroidissement devenu gelure, un genou, une dispute sous la tente, une tempête que tout le monde avait vue venir, un budget épuisé une semaine trop tôt. Chaque ligne devient une question, qui a une réponse au niveau de la mer et peut-être aucune à 7 000 mètres.</p>
<p>Ce n’est pas du pessimisme. L’exercice prend la peur, qui est vague et fatigante, et la change en tâches, qui sont précises et que l’on peut achever. Au bout d’une heure, la page montre d’ordinaire que les dangers héroïques sont rares et les dangers banals nombreux. La plupart des projets ne sont pas brisés par une avalanche. Ils le sont par un gant.</p>
<h2>Entraîner le maillon faible</h2>
<p>Il est agréable d’entraîner ce que l’on sait déjà faire. Des jambes solides réclament des côtes ; qui court vite va courir. Mais la montagne examine le corps entier, puis le caractère entier, et elle pose volontiers la question que l’on n’a pas révisée. Un bon plan de saison tient en trois colonnes :</p>
<ul>
<li><strong>Le moteur :</strong> des efforts longs et lents, presque tous assez faciles pour permettre de parler ; c’est cela qui tient douze heures.</li>
<li><strong>Les mains :</strong> les nœuds, les crampons, le réchaud allumé dans le noir avec des moufles, jusqu’à ne plus y penser, car en altitude il reste peu de pensée à dépenser.</li>
<li><strong>La tête :</strong> mal dormir, attendre sans nouvelles, dire tôt et sans honte « je suis fatiguée ».</li>
</ul>
<p>Regardez les trois colonnes, et consacrez l’essentiel du mois qui vient à la plus courte.</p>
<h2>Une échelle plutôt qu’un mur</h2>
<p>La liste de mes sommets se lit comme une échelle. Le Kilimandjaro et le Mont Blanc en 2011, l’Elbrouz en 2012, l’Aconcagua et le Denali en 2014, Carstensz en 2015 ; l’Everest vient en 2017, six ans après le premier pas. On peut lire dans chaque montagne l’examen d’entrée de la suivante : l’air rare sans difficulté, puis la glace, puis le froid, puis des semaines d’autonomie, puis le rocher. Le chiffre six n’a rien de magique. Ce qui compte, c’est qu’aucun barreau n’ait eu à faire le travail de deux.</p>
<blockquote><p>Un but qui effraie n’est souvent qu’un but auquel il manque des barreaux.</p></blockquote>
<p>Le même dessin vaut pour un examen, une entreprise ou une langue. Écrivez le sommet en haut de la page, vous-même en bas, puis remplissez le milieu jusqu’à ce qu’aucune marche ne ressemble plus à du courage.</p>
<h2>Laisser de la place à la montagne</h2>
<p>Le meilleur plan contient des jours vides. La météo, la maladie et les autres s’en serviront ; sinon, ce sera le repos. Un programme sans marge est un souhait avec des dates. Quand tout va bien, ces jours paraissent perdus et l’on est tenté de les dépenser d’avance. Il ne faut pas : c’est la seule partie du plan qui ait été faite pour ce que l’on ne pouvait pas imaginer.</p>
<p>Puis, un matin, il n’y a plus rien à préparer, et l’on marche. C’est souvent plus calme que prévu. À cette heure-là, la plus grande part de l’ascension est déjà derrière soi.</p>',
 '<p>من ينظر إلى صورة قمة يرى لحظة. ومن وقف عليها يرى تقويمًا كاملًا: استيقاظ قبل الفجر، وقوائم طويلة، وحقيبة مثقلة تُحمل على درج العمارة لأن أقرب سفح يبعد ساعتين. الصورة هي الصفحة الأخيرة من ملف طويل، ومعظم هذا الملف ممل. وهذا خبر سار، لأن العمل الممل يستطيع كل إنسان أن يتعلمه.</p>
<p>أنا مهندسة تكوينًا، ويظهر ذلك في ترتيب قيمي الثلاث: الاستعداد ثم المثابرة ثم الغاية. ويأتي الاستعداد أولًا للسبب الذي يجعل البناء يبدأ من الأساس.</p>
<h2>ابدأ من الفشل</h2>
<p>من يصمم جسرًا يبدأ بالسؤال عن الطرق التي قد ينهار بها. ويمكن لمن يستعد للجبل أن يفعل مثله. خذ ورقة وافترض أن الرحلة فشلت، ثم اكتب لماذا: برد تحوّل إلى قضمة صقيع، أو ركبة خانت صاحبها، أو خصام في الخيمة، أو عاصفة رآها الجميع قادمة، أو مال نفد قبل أسبوع من النهاية. يتحول كل سطر إلى سؤال له جواب عند مستوى سطح البحر، وقد لا يكون له جواب على ارتفاع 7000 متر.</p>
<p>ليس هذا تشاؤمًا. فالتمرين يأخذ الخوف، وهو غامض ومتعب، ويحوّله إلى مهام محددة يمكن إنجازها. وبعد ساعة تكشف الصفحة عادة أن الأخطار البطولية قليلة وأن الأخطار العادية كثيرة. أغلب المشاريع لا يكسرها انهيار ثلجي، بل يكسرها قفاز.</p>
<h2>درّب الحلقة الأضعف</h2>
<p>من الممتع أن نتدرب على ما نتقنه أصلًا: صاحب الساقين القويتين يبحث عن المرتفعات، والعدّاء السريع يجري. لكن الجبل يمتحن الجسد كله ثم الطبع كله، ويميل إلى طرح السؤال الذي لم نراجعه. ويمكن تلخيص خطة موسم جيدة في ثلاثة أعمدة:</p>
<ul>
<li><strong>المحرك:</strong> جهد طويل بطيء، معظمه سهل إلى حد يسمح بالكلام، وهو الذي يصمد اثنتي عشرة ساعة.</li>
<li><strong>اليدان:</strong> العُقَد ومسامير الجليد وموقد يُشعل في الظلام بقفاز سميك، إلى أن يصير كل ذلك بلا تفكير، لأن ما يبقى من التفكير على الارتفاع قليل.</li>
<li><strong>الذهن:</strong> نوم متقطع، وانتظار بلا أخبار، وقول «أنا متعبة» مبكرًا وبلا خجل.</li>
</ul>
<p>انظر إلى الأعمدة الثلاثة، واجعل معظم الشهر المقبل للعمود الأقصر.</p>
<h2>سُلّم لا جدار</h2>
<p>تُقرأ قائمة قممي كما يُقرأ السلّم: كليمنجارو والجبل الأبيض سنة 2011، وإلبروس سنة 2012، وأكونكاغوا ودينالي سنة 2014، وكارستنز سنة 2015، ثم إيفرست سنة 2017، أي بعد ست سنوات من الخطوة الأولى. ويمكن أن نرى في كل جبل امتحانًا يمهّد للذي يليه: هواء شحيح بلا صعوبة، ثم الجليد، ثم البرد، ثم أسابيع من الاعتماد على النفس، ثم الصخر. لا سحر في الرقم ستة. المهم أن درجة واحدة لم تُحمَّل عمل درجتين.</p>
<blockquote><p>الهدف الذي يخيفك كثيرًا ما يكون هدفًا تنقصه بعض الدرجات.</p></blockquote>
<p>ويصلح الرسم نفسه لامتحان أو شركة أو لغة جديدة. اكتب القمة في أعلى الصفحة ونفسك اليوم في أسفلها، ثم املأ ما بينهما حتى لا تبقى خطوة تحتاج إلى شجاعة.</p>
<h2>اترك مكانًا للجبل</h2>
<p>أفضل الخطط فيها أيام فارغة. سيستعملها الطقس أو المرض أو الآخرون، فإن لم يفعلوا استعملتها الراحة. والبرنامج الذي لا هامش فيه مجرد أمنية لها تواريخ. وحين تسير الأمور على ما يرام تبدو تلك الأيام ضائعة، فنميل إلى إنفاقها مسبقًا. لا تفعل، فهي الجزء الوحيد من الخطة الذي وُضع لما لم تستطع تخيّله.</p>
<p>ثم يأتي صباح لا يبقى فيه ما يُستعد له، فتمشي. وكثيرًا ما يكون الأمر أهدأ مما توقعت، لأن الجزء الأكبر من الصعود يكون حينها قد صار وراءك.</p>'),

(true, 'turning-back-is-a-decision', 'published', '2025-09-18 08:00:00+00', '2025-09-15 14:00:00+00', 4,
 'Turning back is a decision', 'Faire demi-tour est une décision', 'العودة قرار',
 'In 2022 the summit of Manaslu was given up because of avalanche risk. What a decision like that is made of, and why it deserves a place on the list.',
 'En 2022, le sommet du Manaslu a été abandonné en raison du risque d’avalanche. De quoi une telle décision est faite, et pourquoi elle mérite sa place dans la liste.',
 'سنة 2022 تُركت قمة ماناسلو بسبب خطر الانهيارات الثلجية. ممّ يتكون قرار كهذا، ولماذا يستحق مكانه في القائمة.',
 '<p>On the expeditions page of this site there are peaks with a dashed line. They are attempts: Manaslu in 2022, Broad Peak and K2 in 2025. It would have been easy to leave them out, since nobody asks for the mountains one did not climb. They are there because a list of successes alone teaches very little about how success is made.</p>
<p>Of these, Manaslu has the plainest story. It is the eighth highest mountain on Earth, 8,163 metres, and in 2022 its summit was given up because of the risk of avalanches. One line, no drama. But a line like that contains a whole discipline.</p>
<h2>Two kinds of danger</h2>
<p>Mountain people distinguish between the danger that depends on you and the danger that does not. A badly tied knot, a late start, a poor night: these can be corrected. A slope loaded with new snow cannot be corrected. It does not know that you have trained for a year, and it does not reward merit. Skill lets you choose whether to stand beneath it; once you are there, skill has said all that it had to say.</p>
<p>That is why the most important tools against avalanches are not in the rucksack. They are a forecast read with care, the patience to let a slope settle, and the willingness to go home.</p>
<h2>Why it is so difficult</h2>
<p>If turning back is so reasonable, why do reasonable people fail to do it? Because by the time the question arises, much has already been spent: months, savings, the hopes of others. The mind counts what has been paid and wants something in return. Economists call this the sunk cost; on a mountain it has a summit at the top of it, and that summit looks close.</p>
<p>There is also company. When others go on, each of them seems to be evidence that going on is safe. Yet ten people who are watching one another have not made ten observations. Often they have made one, ten times.</p>
<h2>Rules written in the valley</h2>
<p>The remedy is old and simple: decide before you are tired. At the foot of the mountain, with warm hands and a clear head, write down the conditions under which you will turn around.</p>
<ul>
<li><strong>An hour.</strong> Wherever we are at that time, we go down.</li>
<li><strong>A sign.</strong> Snow, wind or cloud beyond this measure, and we do not start.</li>
<li><strong>A voice.</strong> Any member of the team may say no, and no reason is asked for until we are in safety.</li>
</ul>
<p>Such rules are not there because the people on the mountain are foolish. They are there because altitude, fatigue and desire make all of us a little less wise than we were at breakfast. A written rule is a message from the wiser self to the tired one.</p>
<h2>Judging the decision, not the day</h2>
<p>Suppose that a team turns back and the slope never moves. Was the decision wrong? No. A decision is good or bad at the moment it is taken, with what could be known then. If we call every retreat without a catastrophe a mistake, we will end by needing the catastrophe as proof. The same is true the other way round: a summit reached through luck is still a bad decision with a fine view.</p>
<blockquote><p>The mountain will be there next year. The rule exists so that you will be there too.</p></blockquote>
<p>This habit is worth carrying down into the valley. After each project, ask first how the decision was made, and only then how it turned out. Teams that do so begin to speak honestly, since bad luck is no longer a fault and good luck no longer a merit.</p>
<p>So the dashed lines stay on the page. They are not gaps in the record. They are the part of it that made the rest possible.</p>',
 '<p>Sur la page des expéditions de ce site, certains sommets sont tracés en pointillé. Ce sont des tentatives : le Manaslu en 2022, le Broad Peak et le K2 en 2025. Il eût été facile de les omettre, puisque personne ne demande les montagnes que l’on n’a pas gravies. Elles y sont parce qu’une liste de réussites n’apprend presque rien sur la façon dont on réussit.</p>
<p>Des trois, le Manaslu a l’histoire la plus simple. C’est la huitième montagne de la Terre, 8 163 mètres, et en 2022 son sommet a été abandonné en raison du risque d’avalanche. Une ligne, aucun drame. Mais une ligne comme celle-là contient toute une discipline.</p>
<h2>Deux sortes de danger</h2>
<p>Les gens de montagne distinguent le danger qui dépend de nous et celui qui n’en dépend pas. Un nœud mal fait, un départ tardif, une mauvaise nuit : cela se corrige. Une pente chargée de neige fraîche ne se corrige pas. Elle ignore que l’on s’est entraîné un an, et elle ne récompense pas le mérite. Le savoir-faire permet de choisir si l’on se tiendra dessous ; une fois que l’on y est, il a dit tout ce qu’il avait à dire.</p>
<p>C’est pourquoi les meilleurs outils contre l’avalanche ne sont pas dans le sac. Ce sont un bulletin lu avec soin, la patience de laisser la neige se stabiliser, et la disposition à rentrer chez soi.</p>
<h2>Pourquoi c’est si difficile</h2>
<p>Si le demi-tour est si raisonnable, pourquoi des gens raisonnables n’y parviennent-ils pas ? Parce qu’au moment où la question se pose, on a déjà beaucoup dépensé : des mois, des économies, les espoirs des autres. L’esprit compte ce qu’il a payé et veut quelque chose en retour. Les économistes parlent de coût irrécupérable ; en montagne, ce coût est surmonté d’un sommet, et ce sommet paraît proche.</p>
<p>Il y a aussi la compagnie. Quand d’autres continuent, chacun d’eux semble prouver que continuer est sûr. Pourtant, dix personnes qui s’observent les unes les autres n’ont pas fait dix observations. Souvent, elles en ont fait une seule, dix fois.</p>
<h2>Des règles écrites dans la vallée</h2>
<p>Le remède est ancien et simple : décider avant d’être fatigué. Au pied de la montagne, les mains chaudes et la tête claire, on écrit les conditions dans lesquelles on fera demi-tour.</p>
<ul>
<li><strong>Une heure.</strong> Où que nous soyons à ce moment-là, nous redescendons.</li>
<li><strong>Un signe.</strong> Neige, vent ou nuages au-delà de cette mesure : nous ne partons pas.</li>
<li><strong>Une voix.</strong> Chacun dans l’équipe peut dire non, et l’on ne demande aucune raison avant d’être en sécurité.</li>
</ul>
<p>Ces règles n’existent pas parce que ceux qui grimpent seraient insensés. Elles existent parce que l’altitude, la fatigue et le désir nous rendent tous un peu moins sages qu’au petit déjeuner. Une règle écrite est un message de la personne sage à la personne épuisée, qui est la même quelques heures plus tard.</p>
<h2>Juger la décision, non la journée</h2>
<p>Supposons qu’une équipe fasse demi-tour et que la pente ne bouge jamais. S’est-elle trompée ? Non. Une décision est bonne ou mauvaise au moment où on la prend, avec ce que l’on pouvait savoir alors. Si l’on appelle erreur chaque retraite sans catastrophe, on finira par avoir besoin de la catastrophe comme preuve. L’inverse est vrai aussi : un sommet atteint par chance reste une mauvaise décision avec une belle vue.</p>
<blockquote><p>La montagne sera là l’an prochain. La règle existe pour que vous y soyez aussi.</p></blockquote>
<p>Cette habitude mérite d’être redescendue dans la vallée. Après chaque projet, demandez d’abord comment la décision a été prise, et seulement ensuite ce qu’elle a donné. Les équipes qui le font commencent à parler franchement, car la malchance n’y est plus une faute, ni la chance un mérite.</p>
<p>Les lignes en pointillé restent donc sur la page. Ce ne sont pas des trous dans le palmarès. C’est la part qui a rendu le reste possible.</p>',
 '<p>في صفحة الرحلات من هذا الموقع قمم مرسومة بخط متقطع. إنها محاولات: ماناسلو سنة 2022، وبرود بيك وكي 2 سنة 2025. كان من السهل إغفالها، فلا أحد يسأل عن الجبال التي لم تُصعد. لكنها هناك لأن قائمة لا تضم غير النجاحات لا تعلّم شيئًا يُذكر عن طريقة صنع النجاح.</p>
<p>ومن بين هذه المحاولات تبقى قصة ماناسلو أبسطها. فهو ثامن أعلى جبل على وجه الأرض، بارتفاع 8163 مترًا، وقد تُركت قمته سنة 2022 بسبب خطر الانهيارات الثلجية. سطر واحد بلا دراما. غير أن سطرًا كهذا يختزن انضباطًا كاملًا.</p>
<h2>نوعان من الخطر</h2>
<p>يميّز أهل الجبل بين خطر يتوقف علينا وخطر لا يتوقف علينا. عقدة سيئة، أو انطلاق متأخر، أو ليلة بلا نوم: كل هذا يُصلَح. أما سفح مثقل بثلج جديد فلا يُصلَح. إنه لا يعرف أنك تدربت سنة كاملة، ولا يكافئ المستحق. تتيح لك المهارة أن تختار هل تقف تحته أم لا، فإذا وقفت هناك تكون المهارة قد قالت كل ما عندها.</p>
<p>لذلك فإن أهم الأدوات في مواجهة الانهيارات ليست في الحقيبة. إنها نشرة جوية تُقرأ بعناية، وصبر يترك للثلج وقتًا كي يستقر، واستعداد للرجوع إلى البيت.</p>
<h2>لماذا هي صعبة إلى هذا الحد؟</h2>
<p>إذا كانت العودة معقولة هكذا، فلماذا يعجز عنها أناس عقلاء؟ لأن السؤال لا يُطرح إلا بعد أن يكون الكثير قد أُنفق: أشهر ومدخرات وآمال آخرين. يحصي العقل ما دفعه ويريد شيئًا في المقابل. يسمي الاقتصاديون ذلك التكلفة الغارقة، أما في الجبل فتعلو هذه التكلفةَ قمةٌ تبدو قريبة.</p>
<p>وهناك أثر الرفقة أيضًا. فحين يواصل الآخرون، يبدو كل واحد منهم دليلًا على أن المواصلة آمنة. لكن عشرة أشخاص يراقب بعضهم بعضًا لم يقوموا بعشر ملاحظات، بل كثيرًا ما قاموا بملاحظة واحدة عشر مرات.</p>
<h2>قواعد تُكتب في الوادي</h2>
<p>العلاج قديم وبسيط: قرّر قبل أن تتعب. عند سفح الجبل، ويداك دافئتان وذهنك صافٍ، اكتب الشروط التي ستعود إن تحققت.</p>
<ul>
<li><strong>ساعة.</strong> أينما كنا عندها، ننزل.</li>
<li><strong>علامة.</strong> إذا تجاوز الثلج أو الريح أو الغيم هذا الحد، لا ننطلق.</li>
<li><strong>صوت.</strong> لكل فرد في الفريق أن يقول لا، ولا يُسأل عن السبب حتى نبلغ مكانًا آمنًا.</li>
</ul>
<p>لا توضع هذه القواعد لأن من في الجبل متهورون، بل لأن الارتفاع والتعب والرغبة تجعلنا جميعًا أقل حكمة بقليل مما كنا عليه عند الفطور. القاعدة المكتوبة رسالة من النفس الحكيمة إلى النفس المتعبة.</p>
<h2>احكم على القرار لا على اليوم</h2>
<p>لنفترض أن فريقًا عاد أدراجه ثم لم يتحرك السفح قط. هل أخطأ؟ لا. فالقرار جيد أو سيئ لحظة اتخاذه، بما كان يمكن معرفته حينها. وإذا سمينا كل انسحاب لم تعقبه كارثة خطأً، انتهى بنا الأمر إلى الحاجة إلى الكارثة برهانًا. والعكس صحيح أيضًا: قمة بُلغت بالحظ تبقى قرارًا سيئًا له إطلالة جميلة.</p>
<blockquote><p>الجبل سيكون هناك في العام المقبل. والقاعدة موجودة كي تكون أنت هناك أيضًا.</p></blockquote>
<p>تستحق هذه العادة أن ننزل بها إلى الوادي. بعد كل مشروع، اسأل أولًا كيف اتُّخذ القرار، ثم بعد ذلك فقط عمّا أسفر عنه. والفرق التي تفعل ذلك تبدأ في الكلام بصدق، لأن سوء الحظ لم يعد ذنبًا، وحسن الحظ لم يعد فضلًا.</p>
<p>لهذا تبقى الخطوط المتقطعة في الصفحة. ليست ثغرات في السجل، بل هي الجزء الذي جعل الباقي ممكنًا.</p>'),

(true, 'seven-summits-eight-peaks', 'published', '2026-02-05 08:00:00+00', '2026-02-02 10:15:00+00', 4,
 'Seven Summits, eight peaks', 'Sept Sommets, huit montagnes', 'سبع قمم وثمانية جبال',
 'Why a list of seven has eight entries, what each of them asks of those who climb it, and how to read the whole as a course of study.',
 'Pourquoi une liste de sept compte huit noms, ce que chacun demande à qui le gravit, et comment lire l’ensemble comme un cursus.',
 'لماذا تضم قائمة من سبع قمم ثمانية أسماء، وما الذي تطلبه كل قمة ممن يصعدها، وكيف تُقرأ القائمة كلها كأنها مسار دراسي.',
 '<p>The idea fits in one sentence: climb the highest mountain of every continent. The arithmetic is less simple. Continents were drawn by geographers, and geographers disagree, so the list of the Seven Summits has more than one version. The home page of this site speaks of eight major peaks across seven continents, and readers sometimes ask which of the two figures is the misprint. Neither is.</p>
<h2>Where the eighth comes from</h2>
<p>Europe has two answers. If its border runs along the Caucasus, its highest point is Elbrus, 5,642 metres. If the Caucasus is left to Asia, the honour goes to Mont Blanc, 4,810 metres, the roof of the Alps. Climbing both settles the argument in the only way that nobody can contest.</p>
<p>Oceania has two answers as well. Some lists take the highest point of mainland Australia, a pleasant walk; others take Carstensz Pyramid, 4,884 metres, a limestone ridge on the island of New Guinea that has to be climbed with the hands. My list has Carstensz on it.</p>
<h2>A course in eight lessons</h2>
<p>Placed in order of date, the peaks look like a course of study, and each of them can be given the title of its lesson.</p>
<ul>
<li><strong>Kilimanjaro, 5,895 m, 2011: patience.</strong> The paths are walking paths. Those who hurry meet the altitude sooner than those who do not.</li>
<li><strong>Mont Blanc, 4,810 m, 2011 and again in 2016: method.</strong> Rope, ice axe, crampons, and the discipline of a start by night.</li>
<li><strong>Elbrus, 5,642 m, 2012: attention.</strong> Easy slopes under a sky that changes its mind.</li>
<li><strong>Aconcagua, 6,962 m, 2014: endurance.</strong> Loads, wind, and the first taste of real altitude.</li>
<li><strong>Denali, 6,190 m, 2014: self-reliance.</strong> Everything that is needed is pulled by those who need it.</li>
<li><strong>Carstensz, 4,884 m, 2015: technique.</strong> The lowest but one of the list in metres, and the one with the most rock.</li>
<li><strong>Everest, 8,848 m, 2017: synthesis.</strong> Nothing on it is new, and everything is asked at once.</li>
<li><strong>Vinson, 4,892 m, 2018: silence.</strong> The last page, written on ice.</li>
</ul>
<p>With Everest I became the first North African woman to reach the highest point on Earth. With Vinson, a year later, the list was complete.</p>
<h2>Height is not difficulty</h2>
<p>Look at the figures again and something odd appears: the order of heights is not the order of difficulties. Carstensz is hardly higher than Mont Blanc and asks for skills that Kilimanjaro never mentions. Denali stands some eight hundred metres below Aconcagua and is colder by a long way, because it lies so near the Arctic Circle, where the air is thinner at the same altitude and the weather comes in from the ocean without meeting an obstacle. A number on a map is the beginning of a question and not its answer.</p>
<p>The same holds for other lists. The size of a project, the length of a degree, the title on a door say little about what they will ask of us. It is better to look for the thing that is new in each step than for the thing that is bigger.</p>
<h2>What a list is good for</h2>
<p>Some climbers dislike lists, and they have a point. A list can turn mountains into stamps in a booklet. It can also do the opposite and give a direction to years that would otherwise have none. What decides between the two is the question asked on the way down: <em>what did this one teach, and to whom can I pass it on?</em></p>
<blockquote><p>A summit that teaches nothing is only a high place.</p></blockquote>
<p>After the seventh continent the journey did not stop; it changed its shape. The peaks beyond the Seven Summits, from Annapurna I to Lhotse, are fewer in number and harder in kind, and some of them remain attempts. They do not belong to a list that others have made. That may be the best use of a list: to be finished, and to leave behind somebody who no longer needs one.</p>',
 '<p>L’idée tient en une phrase : gravir la plus haute montagne de chaque continent. L’arithmétique est moins simple. Les continents ont été dessinés par des géographes, et les géographes ne sont pas d’accord, si bien que la liste des Sept Sommets existe en plusieurs versions. La page d’accueil de ce site parle de huit grandes montagnes sur sept continents, et l’on nous demande parfois lequel des deux chiffres est une coquille. Ni l’un ni l’autre.</p>
<h2>D’où vient le huitième</h2>
<p>L’Europe a deux réponses. Si sa frontière suit le Caucase, son point culminant est l’Elbrouz, 5 642 mètres. Si l’on laisse le Caucase à l’Asie, l’honneur revient au Mont Blanc, 4 810 mètres, toit des Alpes. Gravir les deux règle la dispute de la seule manière que personne ne puisse contester.</p>
<p>L’Océanie aussi a deux réponses. Certaines listes retiennent le point le plus haut de l’Australie continentale, une agréable promenade ; d’autres, la Pyramide Carstensz, 4 884 mètres, une arête de calcaire sur l’île de Nouvelle-Guinée qui se gravit avec les mains. C’est Carstensz qui figure sur ma liste.</p>
<h2>Un cursus en huit leçons</h2>
<p>Rangées par date, ces montagnes ressemblent à un programme d’études, et chacune peut recevoir le titre de sa leçon.</p>
<ul>
<li><strong>Kilimandjaro, 5 895 m, 2011 : la patience.</strong> Les sentiers sont des sentiers de marche. Qui se presse rencontre l’altitude plus tôt que les autres.</li>
<li><strong>Mont Blanc, 4 810 m, 2011 et de nouveau 2016 : la méthode.</strong> La corde, le piolet, les crampons et la discipline du départ de nuit.</li>
<li><strong>Elbrouz, 5 642 m, 2012 : l’attention.</strong> Des pentes faciles sous un ciel qui change d’avis.</li>
<li><strong>Aconcagua, 6 962 m, 2014 : l’endurance.</strong> Les charges, le vent et le premier goût de la vraie altitude.</li>
<li><strong>Denali, 6 190 m, 2014 : l’autonomie.</strong> Tout ce dont on a besoin est tiré par ceux qui en ont besoin.</li>
<li><strong>Carstensz, 4 884 m, 2015 : la technique.</strong> L’avant-dernier de la liste en mètres, et celui qui compte le plus de rocher.</li>
<li><strong>Everest, 8 848 m, 2017 : la synthèse.</strong> Rien n’y est nouveau, et tout y est demandé à la fois.</li>
<li><strong>Vinson, 4 892 m, 2018 : le silence.</strong> La dernière page, écrite sur la glace.</li>
</ul>
<p>Avec l’Everest, je suis devenue la première femme d’Afrique du Nord à atteindre le point le plus haut de la Terre. Avec le mont Vinson, un an plus tard, la liste était complète.</p>
<h2>La hauteur n’est pas la difficulté</h2>
<p>Reprenez les chiffres et une étrangeté apparaît : l’ordre des altitudes n’est pas celui des difficultés. Carstensz dépasse à peine le Mont Blanc et réclame des savoir-faire dont le Kilimandjaro ne parle jamais. Le Denali se tient quelque huit cents mètres sous l’Aconcagua, et il y fait bien plus froid, parce qu’il est tout proche du cercle polaire, où l’air est plus rare à altitude égale et où le mauvais temps arrive de l’océan sans rencontrer d’obstacle. Un nombre sur une carte est le début d’une question, non sa réponse.</p>
<p>Il en va de même pour d’autres listes. La taille d’un projet, la durée d’un diplôme, le titre écrit sur une porte disent peu de ce qu’ils exigeront de nous. Mieux vaut chercher, à chaque étape, ce qui est nouveau plutôt que ce qui est plus grand.</p>
<h2>À quoi sert une liste</h2>
<p>Certains alpinistes n’aiment pas les listes, et leurs raisons sont bonnes. Une liste peut faire des montagnes les timbres d’un carnet. Elle peut aussi faire l’inverse et donner une direction à des années qui n’en auraient pas. Ce qui tranche entre les deux, c’est la question que l’on se pose en redescendant : <em>qu’ai-je appris de celle-ci, et à qui puis-je le transmettre ?</em></p>
<blockquote><p>Un sommet qui n’apprend rien n’est qu’un endroit élevé.</p></blockquote>
<p>Après le septième continent, le voyage ne s’est pas arrêté ; il a changé de forme. Les montagnes d’au-delà des Sept Sommets, de l’Annapurna I au Lhotse, sont moins nombreuses et plus sévères, et certaines restent des tentatives. Elles n’appartiennent plus à une liste dressée par d’autres. C’est peut-être le meilleur usage d’une liste : être achevée, et laisser derrière elle quelqu’un qui n’en a plus besoin.</p>',
 '<p>الفكرة تسعها جملة واحدة: اصعد أعلى جبل في كل قارة. أما الحساب فأقل بساطة. فالقارات رسمها الجغرافيون، والجغرافيون يختلفون، ولذلك توجد قائمة القمم السبع في أكثر من صيغة. تتحدث الصفحة الرئيسية لهذا الموقع عن ثمانية جبال كبرى في سبع قارات، ويسألنا القراء أحيانًا أي الرقمين خطأ مطبعي. لا هذا ولا ذاك.</p>
<h2>من أين جاء الثامن؟</h2>
<p>لأوروبا جوابان. إذا مرّت حدودها بالقوقاز فأعلى نقطة فيها إلبروس بارتفاع 5642 مترًا. وإذا تُرك القوقاز لآسيا عاد الشرف إلى الجبل الأبيض، سقف الألب، بارتفاع 4810 أمتار. وصعود الاثنين يحسم الخلاف بالطريقة الوحيدة التي لا يعترض عليها أحد.</p>
<p>ولأوقيانوسيا جوابان أيضًا. فبعض القوائم تأخذ أعلى نقطة في البر الأسترالي، وهي نزهة لطيفة، وبعضها يأخذ هرم كارستنز بارتفاع 4884 مترًا، وهو حرف من الحجر الكلسي في جزيرة غينيا الجديدة لا يُصعد إلا باليدين. وكارستنز هو المدرج في قائمتي.</p>
<h2>مسار من ثمانية دروس</h2>
<p>إذا رُتبت هذه الجبال بحسب تاريخ صعودها بدت كأنها برنامج دراسي، لكل جبل فيه عنوان درس.</p>
<ul>
<li><strong>كليمنجارو، 5895 م، 2011: الصبر.</strong> دروبه دروب مشي، ومن يستعجل يلقى الارتفاع قبل غيره.</li>
<li><strong>الجبل الأبيض، 4810 م، 2011 ثم 2016: المنهج.</strong> حبل وفأس جليد ومسامير، وانضباط الانطلاق ليلًا.</li>
<li><strong>إلبروس، 5642 م، 2012: الانتباه.</strong> سفوح سهلة تحت سماء تغيّر رأيها.</li>
<li><strong>أكونكاغوا، 6962 م، 2014: التحمّل.</strong> أحمال وريح وأول مذاق للارتفاع الحقيقي.</li>
<li><strong>دينالي، 6190 م، 2014: الاعتماد على النفس.</strong> كل ما يُحتاج إليه يجرّه من يحتاج إليه.</li>
<li><strong>كارستنز، 4884 م، 2015: المهارة.</strong> ما قبل الأخير في القائمة ارتفاعًا، وأكثرها صخرًا.</li>
<li><strong>إيفرست، 8848 م، 2017: الخلاصة.</strong> لا جديد فيه، وكل شيء يُطلب فيه دفعة واحدة.</li>
<li><strong>فينسون، 4892 م، 2018: الصمت.</strong> الصفحة الأخيرة، مكتوبة على الجليد.</li>
</ul>
<p>بإيفرست صرتُ أول امرأة من شمال إفريقيا تبلغ أعلى نقطة على وجه الأرض. وبفينسون، بعد سنة، اكتملت القائمة.</p>
<h2>الارتفاع غير الصعوبة</h2>
<p>تأمل الأرقام مرة أخرى تجد فيها أمرًا غريبًا: ترتيب الارتفاعات ليس ترتيب الصعوبات. فكارستنز لا يكاد يعلو الجبل الأبيض، ويتطلب مهارات لا يذكرها كليمنجارو أبدًا. ودينالي أدنى من أكونكاغوا بنحو ثمانمئة متر، وهو أشد منه بردًا بكثير، لأنه قريب من الدائرة القطبية حيث الهواء أقل كثافة عند الارتفاع نفسه، وحيث تصل العواصف من المحيط دون أن تصادف عائقًا. الرقم على الخريطة بداية السؤال لا جوابه.</p>
<p>وكذلك شأن القوائم الأخرى. فحجم المشروع ومدة الدراسة واللقب المكتوب على الباب لا تقول الكثير عمّا ستطلبه منا. والأجدر أن نبحث في كل مرحلة عن الجديد فيها، لا عن الأكبر.</p>
<h2>ما نفع القوائم؟</h2>
<p>من المتسلقين من لا يحب القوائم، وله في ذلك حجة. فالقائمة قد تجعل الجبال طوابع في دفتر. وقد تفعل العكس فتمنح وجهة لسنوات كانت ستمضي بلا وجهة. وما يفصل بين الأمرين هو السؤال الذي نطرحه في طريق النزول: <em>ماذا علّمني هذا الجبل، ولمن أنقل ما تعلمت؟</em></p>
<blockquote><p>القمة التي لا تعلّم شيئًا ليست سوى مكان مرتفع.</p></blockquote>
<p>بعد القارة السابعة لم تتوقف الرحلة، بل تغير شكلها. فالجبال التي تلي القمم السبع، من أنابورنا الأولى إلى لوتسي، أقل عددًا وأشد صرامة، وبعضها ما زال محاولة. وهي لا تنتمي إلى قائمة وضعها آخرون. ولعل هذا أفضل ما في القوائم: أن تكتمل، وأن تترك وراءها إنسانًا لم يعد بحاجة إليها.</p>'),

(true, 'a-first-high-summit-in-the-atlas', 'published', '2026-06-11 08:00:00+00', '2026-06-08 16:45:00+00', 4,
 'A first high summit: Toubkal without hurry', 'Un premier haut sommet : le Toubkal sans hâte', 'أول قمة عالية: توبقال بلا عجلة',
 'At 4,167 metres the highest mountain of North Africa is within reach of careful walkers. How to prepare for it, how to pace it, and when to leave it for another day.',
 'Avec ses 4 167 mètres, la plus haute montagne d’Afrique du Nord est à la portée des marcheurs attentifs. Comment s’y préparer, à quel rythme aller, et quand la remettre à un autre jour.',
 'بارتفاع 4167 مترًا يبقى أعلى جبل في شمال إفريقيا في متناول كل من يمشي بعناية. كيف تستعد له، وبأي إيقاع تصعده، ومتى تتركه ليوم آخر.',
 '<p>Great lists begin with a first mountain, and for many people in Morocco that mountain can be seen from the plain on a clear day. Toubkal, 4,167 metres, is the highest summit of the High Atlas and of North Africa. In summer it asks for no rope. It does ask for respect: it is higher than most of the Alps, and the body does not know that it is only on a weekend trip.</p>
<p>What follows is general advice for a first high summit. It does not replace a guide, who knows the mountain, nor a doctor, who knows you.</p>
<h2>Six weeks before</h2>
<p>Nobody needs to be an athlete. One needs to be able to walk uphill for six or seven hours and to get up again the next day. Three outings a week are enough: two short ones on stairs or hills at a pace that allows conversation, and one long one, longer every week, with the rucksack that you will carry. Break in the boots you are going to wear; new boots belong to the shop, not to the mountain.</p>
<p>Use these weeks to test small things as well: socks, the water bottle, what you are able to eat when you do not feel like eating. A summit day is a poor moment for first times.</p>
<h2>The altitude, explained simply</h2>
<p>At four thousand metres each breath brings in about forty per cent less oxygen than at the seaside. The body adapts, but at its own speed. Above 3,000 metres the usual advice is to sleep no more than about five hundred metres higher each night, and to add a day of rest from time to time. On Toubkal, where the village of Imlil lies at about 1,740 metres and the refuges at about 3,200, this means that a night on the way up, or a slow first day, is worth more than strong legs.</p>
<ul>
<li>Walk so slowly that you are almost ashamed of it, and then a little slower.</li>
<li>Drink often, eat a little every hour, avoid alcohol.</li>
<li>Say so at once if you have a headache, nausea or dizziness. Do not climb higher with them.</li>
<li>If the signs grow worse at rest, or if somebody is confused, short of breath at rest or unsteady, go down immediately, by day or by night.</li>
</ul>
<h2>What to carry</h2>
<p>The list is short, and each thing on it has a reason. Three layers, because the morning is cold and the valley is not. A windproof jacket, hat and gloves, even in August. Sunglasses and sun cream, since there is less air to stop the sun. A head torch with fresh batteries, for the start before dawn. Two litres of water, a small first-aid kit, a whistle, a paper map or a route stored offline. And a bag for your rubbish: the mountain has no one to sweep up after us.</p>
<p>From late autumn to spring the slopes hold snow and ice. Then crampons, an ice axe and the knowledge of how to use them are no longer optional, and the ascent becomes another kind of journey.</p>
<h2>Going with people from there</h2>
<p>Hire a local guide. The rules of access have changed more than once in recent years, so ask about them in Imlil or at your agency before you leave. But the better reason is not a rule. A guide from the valley reads the sky in a way that no application does, knows every spring and shelter, and earns a living from a mountain that is home. The same goes for muleteers, cooks and innkeepers. Pay fairly, learn a few words of Tamazight, take your time over tea.</p>
<blockquote><p>A mountain is first of all a place where somebody lives.</p></blockquote>
<h2>The day itself</h2>
<p>Agree on a turn-around time the evening before, and keep to it. Start early, in order to be on the way down before the afternoon clouds. On the scree put the whole foot on the ground. Keep the group at the pace of its slowest member, who should be walking in front and not behind. At the top, sit down, put on a jacket, look towards the Sahara. Then remember that half of the way is still to come, and that knees are more tired than lungs on the descent.</p>
<p>If the wind rises or someone feels unwell, turn back with a light heart. Toubkal is among the most patient of mountains. It has time, and so, more often than we think, have we.</p>',
 '<p>Les grandes listes commencent par une première montagne et, pour bien des gens au Maroc, cette montagne se voit de la plaine par temps clair. Le Toubkal, 4 167 mètres, est le plus haut sommet du Haut Atlas et de l’Afrique du Nord. En été, il ne demande pas de corde. Il demande du respect : il est plus haut que la plupart des Alpes, et le corps ne sait pas qu’il n’est là que pour un week-end.</p>
<p>Voici des conseils généraux pour un premier haut sommet. Ils ne remplacent ni un guide, qui connaît la montagne, ni un médecin, qui vous connaît.</p>
<h2>Six semaines avant</h2>
<p>Nul besoin d’être athlète. Il faut pouvoir marcher en montée six ou sept heures, et se relever le lendemain. Trois sorties par semaine suffisent : deux courtes, dans des escaliers ou des côtes, à une allure qui permet de parler ; une longue, plus longue chaque semaine, avec le sac que vous porterez. Faites vos chaussures à vos pieds avant de partir : des chaussures neuves sont à leur place au magasin, pas sur la montagne.</p>
<p>Profitez de ces semaines pour essayer aussi les petites choses : les chaussettes, la gourde, ce que vous arrivez à manger quand vous n’en avez pas envie. Le jour du sommet est un mauvais moment pour les premières fois.</p>
<h2>L’altitude, simplement</h2>
<p>À quatre mille mètres, chaque inspiration apporte environ quarante pour cent d’oxygène de moins qu’au bord de la mer. Le corps s’adapte, mais à sa vitesse. Au-dessus de 3 000 mètres, l’usage est de ne pas dormir plus de cinq cents mètres plus haut d’une nuit à l’autre, et d’ajouter de temps en temps un jour de repos. Au Toubkal, où le village d’Imlil se trouve vers 1 740 mètres et les refuges vers 3 200, cela veut dire qu’une nuit en chemin, ou une première journée très lente, vaut mieux que des jambes solides.</p>
<ul>
<li>Marchez si lentement que vous en aurez presque honte, puis encore un peu plus lentement.</li>
<li>Buvez souvent, mangez un peu toutes les heures, évitez l’alcool.</li>
<li>Dites-le tout de suite si vous avez mal à la tête, des nausées ou des vertiges. Ne montez pas plus haut avec ces signes.</li>
<li>S’ils s’aggravent au repos, ou si quelqu’un devient confus, essoufflé sans effort ou chancelant, redescendez aussitôt, de jour comme de nuit.</li>
</ul>
<h2>Ce qu’il faut porter</h2>
<p>La liste est courte, et chaque objet y a sa raison. Trois couches, parce que le matin est froid et que la vallée ne l’est pas. Une veste coupe-vent, un bonnet et des gants, même en août. Des lunettes et de la crème solaire, car il y a moins d’air pour arrêter le soleil. Une lampe frontale aux piles neuves, pour le départ avant l’aube. Deux litres d’eau, une petite pharmacie, un sifflet, une carte en papier ou un itinéraire enregistré hors ligne. Et un sac pour vos déchets : la montagne n’a personne pour balayer derrière nous.</p>
<p>De la fin de l’automne au printemps, les pentes gardent neige et glace. Crampons, piolet et savoir s’en servir ne sont alors plus facultatifs, et l’ascension devient un voyage d’une autre nature.</p>
<h2>Partir avec les gens du pays</h2>
<p>Prenez un guide local. Les règles d’accès ont changé plus d’une fois ces dernières années : renseignez-vous à Imlil ou auprès de votre agence avant de partir. Mais la meilleure raison n’est pas un règlement. Un guide de la vallée lit le ciel comme aucune application, connaît chaque source et chaque abri, et vit d’une montagne qui est sa maison. Il en va de même pour les muletiers, les cuisiniers, les aubergistes. Payez le juste prix, apprenez quelques mots de tamazight, prenez le temps du thé.</p>
<blockquote><p>Une montagne est d’abord un endroit où quelqu’un habite.</p></blockquote>
<h2>Le jour même</h2>
<p>Convenez la veille d’une heure de demi-tour, et tenez-la. Partez tôt, pour être sur le chemin du retour avant les nuages de l’après-midi. Dans l’éboulis, posez le pied à plat. Réglez le groupe sur le pas du plus lent, qui doit marcher devant et non derrière. Au sommet, asseyez-vous, enfilez une veste, regardez du côté du Sahara. Puis souvenez-vous que la moitié du chemin reste à faire et qu’à la descente les genoux fatiguent plus que les poumons.</p>
<p>Si le vent se lève ou si quelqu’un se sent mal, faites demi-tour d’un cœur léger. Le Toubkal est l’une des montagnes les plus patientes qui soient. Il a le temps, et nous aussi, plus souvent que nous ne le croyons.</p>',
 '<p>تبدأ القوائم الكبرى بجبل أول، وهذا الجبل عند كثيرين في المغرب يُرى من السهل في يوم صافٍ. توبقال، 4167 مترًا، أعلى قمة في الأطلس الكبير وفي شمال إفريقيا كلها. لا يحتاج في الصيف إلى حبل، لكنه يحتاج إلى احترام: فهو أعلى من معظم جبال الألب، والجسد لا يعرف أنه جاء لقضاء عطلة نهاية الأسبوع فقط.</p>
<p>في ما يلي نصائح عامة لأول قمة عالية. وهي لا تغني عن مرشد يعرف الجبل، ولا عن طبيب يعرفك.</p>
<h2>قبل ستة أسابيع</h2>
<p>لا يلزم أن تكون رياضيًا محترفًا. يكفي أن تقدر على المشي صعودًا ستّ ساعات أو سبعًا، ثم تنهض في اليوم التالي. ثلاث خرجات في الأسبوع كافية: اثنتان قصيرتان على الدرج أو في المرتفعات بإيقاع يسمح بالكلام، وواحدة طويلة تزداد طولًا كل أسبوع، بالحقيبة التي ستحملها. وعوّد قدميك على حذائك قبل السفر، فالحذاء الجديد مكانه المتجر لا الجبل.</p>
<p>واغتنم هذه الأسابيع لتجريب الأشياء الصغيرة أيضًا: الجوارب وقارورة الماء وما تستطيع أكله حين لا تشتهي شيئًا. فيوم القمة ليس وقتًا مناسبًا للمرات الأولى.</p>
<h2>الارتفاع بكلمات بسيطة</h2>
<p>على ارتفاع أربعة آلاف متر يحمل كل نَفَس أكسجينًا أقل بنحو أربعين في المئة مما يحمله على شاطئ البحر. يتكيف الجسد مع ذلك، لكن بسرعته هو. وفوق 3000 متر جرت العادة ألا ينام المرء كل ليلة أعلى من سابقتها بأكثر من خمسمئة متر تقريبًا، وأن يضيف يوم راحة من حين إلى آخر. وفي توبقال، حيث تقع قرية إمليل على نحو 1740 مترًا والملاجئ الجبلية على نحو 3200 متر، معنى ذلك أن ليلة في الطريق، أو يومًا أول شديد البطء، خير من ساقين قويتين.</p>
<ul>
<li>امشِ ببطء يكاد يخجلك، ثم أبطئ أكثر قليلًا.</li>
<li>اشرب مرارًا، وتناول القليل كل ساعة، وتجنّب الكحول.</li>
<li>إن شعرت بصداع أو غثيان أو دوار فقل ذلك فورًا، ولا تصعد أعلى وأنت كذلك.</li>
<li>إن ساءت الأعراض مع الراحة، أو بدا على أحد تشوش أو ضيق تنفس بلا جهد أو ترنّح، فانزلوا حالًا، ليلًا كان الوقت أو نهارًا.</li>
</ul>
<h2>ما الذي تحمله</h2>
<p>القائمة قصيرة ولكل شيء فيها سبب. ثلاث طبقات من اللباس، لأن الصباح بارد والوادي ليس كذلك. سترة تصد الريح وقبعة وقفازات، حتى في غشت. نظارات شمسية وواقٍ من الشمس، فالهواء الذي يصدها هنا أقل. مصباح رأس ببطاريات جديدة للانطلاق قبل الفجر. لترا ماء، وعدة إسعاف صغيرة، وصفارة، وخريطة ورقية أو مسار محفوظ دون إنترنت. وكيس لنفاياتك، فليس في الجبل من يكنس وراءنا.</p>
<p>من أواخر الخريف إلى الربيع تحتفظ السفوح بالثلج والجليد. عندها لا تبقى المسامير وفأس الجليد ومعرفة استعمالهما أمرًا اختياريًا، ويصير الصعود رحلة من نوع آخر.</p>
<h2>اذهب مع أهل المكان</h2>
<p>استعن بمرشد محلي. لقد تغيرت قواعد الولوج أكثر من مرة في السنوات الأخيرة، فاسأل عنها في إمليل أو لدى وكالتك قبل الانطلاق. لكن السبب الأوجه ليس القانون. فمرشد من أهل الوادي يقرأ السماء كما لا يقرؤها أي تطبيق، ويعرف كل عين ماء وكل مأوى، ويعيش من جبل هو بيته. ومثله أصحاب البغال والطباخون وأرباب دور الضيافة. ادفع بإنصاف، وتعلّم بضع كلمات بالأمازيغية، وخذ وقتك مع الشاي.</p>
<blockquote><p>الجبل قبل كل شيء مكان يسكنه أناس.</p></blockquote>
<h2>اليوم الموعود</h2>
<p>اتفقوا في الليلة السابقة على ساعة للعودة والتزموا بها. انطلقوا باكرًا لتكونوا في طريق النزول قبل غيوم ما بعد الظهر. وعلى الحصى المنهار ضع القدم كاملة على الأرض. وليكن إيقاع المجموعة إيقاع أبطأ أفرادها، ومكانه في المقدمة لا في الخلف. وفي القمة اجلس والبس سترتك وانظر صوب الصحراء. ثم تذكّر أن نصف الطريق ما زال أمامك، وأن الركبتين تتعبان في النزول أكثر من الرئتين.</p>
<p>وإذا هبت الريح أو شعر أحدكم بوعكة فعودوا بقلب خفيف. توبقال من أكثر الجبال صبرًا. لديه الوقت، ولدينا نحن أيضًا، أكثر مما نظن في الغالب.</p>'),

(true, 'breath-summits-and-creativity', 'draft', null, '2026-10-20 09:00:00+00', 1,
 'Breath, summits and creativity', 'Souffle, sommets et créativité', 'النَّفَس والقمم والإبداع',
 'Notes towards the next retreat: what three days of walking, breathing and making have in common.',
 'Notes en vue de la prochaine retraite : ce que trois jours de marche, de souffle et de création ont en commun.',
 'ملاحظات تمهيدًا للخلوة المقبلة: ما الذي يجمع بين ثلاثة أيام من المشي والتنفس والإبداع.',
 '<p>The first retreat was announced for Marrakech, from 7 to 9 November 2025, under three words: breath, summits, creativity. They look like a list. They are closer to a sequence.</p>
<h2>Breath</h2>
<p>At altitude, breathing is the first thing that one learns again. It cannot be hurried, only accompanied. A few minutes of attention to it, morning and evening, need no mountain and no equipment, and they change the quality of the hours between.</p>
<h2>Summits</h2>
<p>A summit here is anything that calls for preparation: a project, a conversation long postponed, a real hill at sunrise. To name it before others is already to have taken the first step. To divide it into stages is the second.</p>
<h2>Creativity</h2>
<p>Ideas seldom come to those who wait for them at a desk. They come while walking, when the body is busy and the mind is left alone. What matters is to have a notebook in the pocket, and an hour afterwards that belongs to nobody else.</p>
<p><em>Still to write: the programme of the next edition, the place and the dates, once they are settled.</em></p>',
 '<p>La première retraite était annoncée à Marrakech, du 7 au 9 novembre 2025, sous trois mots : souffle, sommets, créativité. On dirait une liste. C’est plutôt une suite.</p>
<h2>Le souffle</h2>
<p>En altitude, respirer est la première chose que l’on réapprend. Le souffle ne se presse pas, il s’accompagne. Quelques minutes d’attention, matin et soir, ne demandent ni montagne ni matériel, et changent la qualité des heures qui les séparent.</p>
<h2>Les sommets</h2>
<p>Un sommet, ici, c’est tout ce qui appelle une préparation : un projet, une conversation longtemps remise, une vraie colline au lever du soleil. Le nommer devant d’autres, c’est avoir fait le premier pas. Le diviser en étapes, c’est le deuxième.</p>
<h2>La créativité</h2>
<p>Les idées viennent rarement à qui les attend devant un bureau. Elles viennent en marchant, quand le corps est occupé et que l’esprit est laissé en paix. L’essentiel est d’avoir un carnet en poche et, ensuite, une heure qui n’appartienne à personne d’autre.</p>
<p><em>Reste à écrire : le programme de la prochaine édition, le lieu et les dates, une fois arrêtés.</em></p>',
 '<p>أُعلن عن الخلوة الأولى في مراكش من 7 إلى 9 نونبر 2025، تحت ثلاث كلمات: النَّفَس والقمم والإبداع. تبدو الكلمات قائمة، وهي أقرب إلى التسلسل.</p>
<h2>النَّفَس</h2>
<p>على المرتفعات يكون التنفس أول ما نتعلمه من جديد. لا يمكن استعجاله، بل مرافقته فقط. ودقائق قليلة من الانتباه إليه صباحًا ومساءً لا تحتاج إلى جبل ولا إلى عدة، لكنها تغيّر ما بينها من ساعات.</p>
<h2>القمم</h2>
<p>القمة هنا كل ما يستدعي الاستعداد: مشروع، أو حديث طال تأجيله، أو تلة حقيقية عند الشروق. وتسميتها أمام الآخرين هي الخطوة الأولى، وتقسيمها إلى مراحل هو الخطوة الثانية.</p>
<h2>الإبداع</h2>
<p>قلّما تأتي الأفكار إلى من ينتظرها خلف مكتب. إنها تأتي أثناء المشي، حين ينشغل الجسد ويُترك الذهن وشأنه. والمهم أن يكون في الجيب دفتر صغير، وأن تليه ساعة لا يملكها أحد سواك.</p>
<p><em>بقي أن يُكتب: برنامج الدورة المقبلة ومكانها وتواريخها حين تتقرر.</em></p>')
on conflict (slug) do nothing;
