import { names, type Names } from './names.ts';

export const westernNames: Readonly<Record<string, Names>> = {
  de: names(
    `Müller Schäfer Köhler Weiß Groß Schröder Krämer Jäger Böhm Lößner Günther Bäcker Förster Hübner Kühn Pöhlmann
Rösch Schütz Stößel Töpfer Vöhringer Würth Zöllner Bauer Dörr Frühauf Götz Häußler Käßbohrer Löffler Nägele
Preuß Rühl Süß Tränkle Völker Wälder Zahn Öztürk Strauß`,
    `Jürgen Jörg Günter Käthe Björn Sören Götz Bärbel Uwe Hänsel Jörn Rüdiger Ägidius Märta André René Zoë Chloé
Anaïs Müzeyyen Özlem Hans Petra Wölfi Lörke Düzen Käthchen Ännchen Ömer Ümit Heike Klaus Sabine Gönül Sönke
Jérôme Désirée Loïc Anke Lutz`,
    `Königstraße 5 Köln, Schloßallee 12 München, Am Mühlbach 3 Gießen, Bürgerweg 8 Düsseldorf, Größe Gasse 4
Würzburg, Lübecker Straße 77 Göttingen, Tübinger Str. 1 Nürnberg, Österreicher Platz 9 Saarbrücken, Höhenweg
22 Lörrach, Fährstraße 6 Mönchengladbach, Süderende 14 Büsum, Am Fließ 2 Görlitz, Gärtnerweg 31 Mühlheim,
Rößlestraße 17 Tübingen, Kirchstraße 40 Münster, Nordstraße 1 Lünen, Überlinger Weg 18 Zürich, Brühl 13
Jülich, Zähringerstraße 24 Schwäbisch Gmünd, An der Brücke 16 Fürth`,
  ),
  fr: names(
    `Lefèvre Dupré Béranger Françoys Gérard Hébert Lévêque Maréchal Noël Pécresse Rémy Sébastien Thévenot Vallée
Zévaco Bézier Crépin Délage Évrard Fréchet Guérin Héroux Jézéquel Kéller Légaré Mérimée Nézet Pépin Québec
Régnier Sénéchal Trépanier Véron Bœuf Châtelain Forêt Gâtineau Hôtelier Maître Toussaint`,
    `François Hélène Jérôme Chloé Zoé Benoît Cédric Désirée Éloïse Frédéric Geneviève Gaël Inès Joël Léa Maëlle
Noémie Océane Pénélope Raphaël Sébastien Thérèse Valérie Adélaïde Aïcha Béatrice Céline Daphné Élodie
Françoise Grégoire Héloïse Irène Jérémy Loïc Mélanie Noëlle Régis Stéphane Théo`,
    `12 rue de la République Orléans, 3 allée des Chênes Besançon, 45 avenue Général Leclerc Angoulême, 8 impasse
du Château Béziers, 1 place de l’Église Nîmes, 27 boulevard Voltaire Saint-Étienne, 6 chemin des Prés Évreux,
19 rue Molière Châteauroux, 33 quai de la Forêt Alençon, 2 rue Hôtel-de-Ville Sète, 14 rue du Marché Mâcon, 5
rue Désiré Granet Bègles, 90 rue François-Mitterrand Périgueux, 11 cité Félix Faure Thônes, 7 sentier du Crêt
Annemasse, 41 route d’Orléans Fréjus, 18 rue des Lilas Créteil, 9 ruelle Sœur-Marthe Bécon, 22 rue Saint-
Honoré Salé, 30 cours Émile-Zola Médoc`,
  ),
  es: names(
    `Núñez Muñoz Peña González Rodríguez Gómez Fernández Ibáñez Martínez López Sánchez Pérez Jiménez Hernández Díaz
Álvarez Domínguez Vázquez Gutiérrez Sáenz Ordóñez Castañeda Zúñiga Cañas Bolaños Quiñones Avendaño Patiño Ríos
Marín Durán Guzmán Leyva Cortés Solís Cárdenas Galván Bermúdez Treviño Saldaña`,
    `José María Ángel Íñigo Óscar Sofía Lucía Andrés Tomás Joaquín Ramón Raúl Begoña Verónica Mónica Inés Rocío
Agustín Martín Iván Adrián Héctor Víctor César Fátima Jesús Julián Nicolás Sebastián Débora Ester Noelia
Ainhoa Belén Concepción Ciro Damián Efraín Fabián Germán`,
    `Calle Alcalá 5 Madrid, Avenida Constitución 12 León, Plaza España 1 Logroño, Calle Muñoz Degraín 7 Málaga,
Paseo Colón 33 Cádiz, Ronda Peña 8 Ávila, Camino Ñuñoa 41 Córdoba, Calle Jardín 3 Almería, Carretera Jaén km 5
Linares, Avda. América 18 A Coruña, Calle Ángel Guimerá 9 Gijón, Calle Cigüeña 2 Avilés, Plazuela Compañía 6
Mérida, Travesía Olmo 14 Alcorcón, Calle Serrano 77 Leganés, Barrio Montaña 16 Castellón, Calle Niño Jesús 20
Cáceres, Calle García Lorca 4 Jerez, Calle Príncipe 31 Torrejón, Calle Lingüística 10 Sigüenza`,
  ),
  pt: names(
    `Gonçalves Simões Araújo Conceição Falcão Guimarães Magalhães Leitão Mourão Lourenço Mendonça França Antunes Sá
Brandão Galvão Cordeiro Pinhão Assunção Calçada Cabeçadas Bulhões Serrão Estêvão Travaços Félix Queirós
Vasconcelos Tomé Abrãao Damião Seabra Peçanha Leão Cação Bagulho Varela Corrêa Ximenes Paixão`,
    `João José António Inês Conceição Sebastião Lúcia Estêvão Patrícia Márcio Fábio Vítor Sérgio Mônica Antônio
Flávia Júlia Tânia Zélia Gonçalo Simão Raúl Luís Ângela Úrsula Íris Érica César Cândido Átila Bráulio Cecília
Débora Emília Fátima Glória Hélio Otávio Inácio Assunção`,
    `Rua da Conceição 5 Lisboa, Avenida São João 12 São Paulo, Praça da República 1 Évora, Travessa dos Mártires 7
Setúbal, Rua Júlio Dinis 33 Guimarães, Largo da Estação 8 Portimão, Rua São Bento 41 Olhão, Alameda dos Açores
3 Póvoa de Varzim, Rua do Brasil 18 Covilhã, Calçada da Ajuda 9 Belém, Rua Sá Carneiro 2 Águeda, Rua Três
Irmãos 6 Ílhavo, Rua das Flores 14 Loulé, Avenida Brasília 77 Goiânia, Rua Cônego 16 Niterói, Rua da Praça 20
Maceió, Rua Estação 4 Chapecó, Rua Mãe Luísa 31 Jundiaí, Rua Galvão 10 Criciúma, Rua dos Pinhões 22 Maringá`,
  ),
  it: names(
    `Rossi Nicolò Dalò Cantù Forlì Salò Cefalù Benvenùto Lanà Carrà Scaglià Niccolò Foà Zanè Muccì Corrò Patanè
Giannì Sarà Mondovì Bianchi Esposito Viganò Galimberti Cirinnà Donà Fenaroli Melù Caccìa Tarantò Lodà Pirrò
Calì Papalèo Casalì Vidè Bordò Tomè Pellicanò Ferrò`,
    `Nicolò Niccolò Noè Mosè Giosuè Andrea Zoè Salomè Aimè Desirè Giulia Marco Luca Sofì Josè Renè Chloè Pepè Carlò
Lulù Ninì Didì Totò Teò Mimì Elia Isabèl Andrè Beà Mirò Lalà Ricò Raù Fefè Dadà Gigì Momò Ciccì Vanì Zizì`,
    `Via Libertà 5 Forlì, Piazza Unità 1 Cantù, Corso Verità 12 Mondovì, Viale Università 7 Cefalù, Via Carità 33
Salò, Largo Città 8 Milano, Via Pietà 41 Almè, Contrà Porti 3 Vicenza, Località Cà Bianca 18 Agliè, Via
Santità 9 Ciriè, Via Cagnà 2 Patù, Via Comò 6 Nardò, Via Venerdì 14 Erbè, Via Lunedì 77 Muggiò, Via Maestà 16
Viganò, Via Trinità 20 Roè, Via Papà Giovanni 4 Dolcè, Via Perù 31 Ronzò, Via Già Roma 10 Temù, Via Virtù 22
Zanè`,
  ),
  da: names(
    `Sørensen Jørgensen Møller Kjær Østergård Nørgaard Bødker Højgaard Lærke Vestergård Skjødt Ågård Søndergaard
Bækgaard Grønbæk Hørup Kjærgaard Lykkegård Mølgaard Nygård Overgård Rosenkær Sølvsten Thøgersen Uldbæk
Vængtoft Ærø Bjørnholt Dalgård Engkær Fårup Grønkjær Hedegård Iskær Jægerum Krøyer Løvschall Mærsk Rødgaard
Bøgh`,
    `Søren Jørgen Bjørn Åse Børge Pål Gry Mærthe Håkon Jørn Kåre Lærke Mørk Nør Øjvind Øystein Pernille Råd Sørine
Tåge Ulrik Våge Ømer Ærlig Anders Bødvar Dagnø Eskær Frøya Grønne Høgni Iøjn Jæger Kjøl Løvise Mågens Nåle
Rågnhild Tørk Vølund`,
    `Nørregade 5 København, Østergade 12 Århus, Søndergade 1 Ålborg, Vesterbrogade 7 Næstved, Åboulevarden 33 Køge,
Algade 8 Helsingør, Skovvænget 41 Hillerød, Kirkestræde 3 Rødovre, Bødkervej 18 Sønderborg, Møllevej 9 Tønder,
Højvænget 2 Nykøbing, Grønnegade 6 Ribe, Lærkevej 14 Frederikshavn, Strandvænget 77 Holbæk, Bøgevej 16
Hørsholm, Kærvej 20 Brønderslev, Ahornvænget 4 Ærøskøbing, Ågade 31 Ærø, Skovbrynet 10 Fåborg, Gåsevej 22
Skælskør`,
  ),
  sv: names(
    `Sjöberg Åkesson Öberg Nyström Björklund Lindström Söderberg Sandström Ekström Åberg Häggström Hägg Wikström
Bäckström Näslund Blomström Öhman Sjögren Åström Ängström Fröberg Gärdström Högberg Källström Lövgren
Mårtensson Norén Pålsson Rådberg Strömberg Törnqvist Vårby Åslund Öst Hedén Ståhl Båth Bååt Björk Mellström`,
    `Åke Göran Sören Björn Mårten Pär Måns Håkan Jörgen Åsa Märta Gösta Östen Örjan Torbjörn Asbjörn Växjö Ängla
Kåre Bengt Linnéa André René Ulla Sigfrid Ebbe Frök Gökhan Höder Ingegärd Järda Käthe Lööf Märit Nähr Öjvind
Pål Råger Sånna Tåra`,
    `Storgatan 5 Malmö, Drottninggatan 12 Göteborg, Västra Ågatan 1 Örebro, Östra Hamngatan 7 Västerås, Kungsgatan
33 Norrköping, Björkvägen 8 Jönköping, Ängsvägen 41 Umeå, Åsgatan 3 Gävle, Skolgatan 18 Borås, Sjövägen 9
Södertälje, Gränsvägen 2 Växjö, Höjdgatan 6 Skövde, Nygatan 14 Piteå, Strömgatan 77 Luleå, Kärrvägen 16
Östersund, Bäckgatan 20 Härnösand, Söderleden 4 Trollhättan, Åkervägen 31 Ängelholm, Löjtnantsgatan 10
Mölndal, Nämndemansgatan 22 Täby`,
  ),
  fi: names(
    `Mäkinen Järvinen Hämäläinen Jääskeläinen Häkkinen Väisänen Lähdesmäki Pöllänen Räsänen Särkkä Tähtinen Ylönen
Kärkkäinen Lämsä Määttä Näätänen Pääkkönen Riihimäki Sääksjärvi Törmälä Väyrynen Äyräs Kähkönen Hänninen
Jäntti Könönen Mäntylä Pitkänen Päivinen Röyskö Sysmälä Tölli Vähämäki Hyvönen Hölttä Lötjönen Myöhänen
Nykänen Pesälä Söderman`,
    `Väinö Päivi Eetu Mätti Yrjö Hämes Jääkko Kyösti Säde Töyry Ängla Äijö Björn Göran Märta Åke Työrö Pentti Päivö
Räikkö Sämi Tähti Väinämö Irjä Jyrä Köösti Löytö Myötö Näyttö Öiva Pöyry Ristö Sävy Tyyne Urpö Virpi Ylermi
Öljy Hyväri Jöns`,
    `Hämeenkatu 5 Jyväskylä, Mäkelänkatu 12 Helsinki, Järvitie 1 Seinäjoki, Yliopistonkatu 7 Hyvinkää, Länsitie 33
Riihimäki, Itäväylä 8 Järvenpää, Töölöntori 41 Mäntsälä, Päivänkatu 3 Pöytyä, Näsilinnankatu 18 Hämeenlinna,
Kyläkuja 9 Äänekoski, Metsätie 2 Säkylä, Käpypolku 6 Mynämäki, Söderkullantie 14 Närpiö, Pihlajamäentie 77
Kärkölä, Lähdekatu 16 Lempäälä, Pähkinätie 20 Ylöjärvi, Sepänkatu 4 Ähtäri, Pääskylänrinne 31 Jämsä,
Rätiälänkatu 10 Orivesi, Vähäkatu 22 Pälkäne`,
  ),
  is: names(
    `Guðmundsson Þorsteinsson Jónsdóttir Sigurðsson Björnsdóttir Ólafsson Kristjánsdóttir Magnússon Árnason
Þórðarson Pálsson Gíslason Hákonarson Eiríksson Friðriksdóttir Ágústsson Ásgeirsdóttir Bjarnadóttir Davíðsson
Einarsdóttir Finnbogadóttir Guðjónsdóttir Hallgrímsson Ingólfsson Jóhannsdóttir Karlsdóttir Lárusson
Þórisdóttir Óskarsdóttir Pétursdóttir Rögnvaldsson Sæmundsson Tómasson Úlfarsson Vilhjálmsdóttir Ægisson
Örnólfsson Arnþórsson Bergþórsdóttir Daðason`,
    `Jón Guðrún Sigríður Kristín Ólafur Þórður Björk Árni Ásta Þóra Halldór Hörður Ingibjörg Jóhanna Magnús Páll
Ragnheiður Sæunn Tómas Úlfar Védís Ævar Örn Þorbjörn Guðný Steinunn Bryndís Davíð Eyþór Friðrik Gísli
Hólmfríður Ísak Kári Lárus Már Njáll Óðinn Pétur Rúnar`,
    `Laugavegur 5 Reykjavík, Skólavörðustígur 12 Reykjavík, Ráðhústorg 1 Akureyri, Hafnargata 7 Keflavík, Túngata
33 Húsavík, Aðalgata 8 Sauðárkrókur, Brekkugata 41 Ísafjörður, Kópavogsbraut 3 Kópavogur, Fjarðargata 18
Hafnarfjörður, Ægisgata 9 Garðabær, Hlíðarvegur 2 Ólafsfjörður, Skúlagata 6 Borgarnes, Þórsgata 14 Selfoss,
Bárugata 77 Akranes, Hraunbær 16 Vík í Mýrdal, Flókagata 20 Höfn, Miðbraut 4 Seltjarnarnes, Öldugata 31
Dalvík, Bæjarhraun 10 Njarðvík, Sæbraut 22 Þorlákshöfn`,
  ),
  nl: names(
    `Jansen Bäcker Noël Reünie Müller Coördes Daniëls Oriëns Israëls Geïns Beëns Groß Böhmer Köster Schröder Gühl
Jäger Krüger Löwe Möller Hélin Nuñez Pérez Dubé Lefèvre André Barré Crommé Dupré Lamée Renée Thomé Visée Wouté
Zandé Piëst Ruïs Smeïs Tiël Vliës`,
    `Daniël Joëlle Michaël Zoë Chloë Noël Loïs Raphaël René Renée André José Hélène Désirée Cécile Aimée Thérèse
Véronique Jérôme Maëlle Gaëlle Mariëlle Daniëlle Ariënne Anaïs Thaïs Naïma Saïd Loïc Israël Gabriël Ezechiël
Beëlle Desirée Esmée Fréderique Gwenaël Héloïse Ismaël Joël`,
    `Curaçaostraat 5 Den Haag, Coöperatieweg 12 Utrecht, Ruïnelaan 1 Brederode, Privéweg 7 Breda, Azoreneiland 33
Almere, Zeeëngat 8 Goes, Oceaniëstraat 41 Delft, Italiëlaan 3 Haarlem, Indiëstraat 18 Hilversum, Belgiëplein 9
Eindhoven, Officiële Weg 2 Tiel, Noël Cowardstraat 6 Venlo, Israëllaan 14 Sneek, Algerijnseweg 77 Knokke,
Cafédreef 16 België, Financiënstraat 20 Gent, Groentereeën 4 Ieper, Oriëntstraat 31 Zwolle, Caféplein 10 Edam,
Keizer Daniëlweg 22 Geldrop`,
  ),
  ca: names(
    `Solà Roselló Puigdomènech Fàbregas Güell Muñoz Àlvarez Català Pagès Farré Sabaté Riudavets Codorníu Llàtzer
Cabré Gómez Marquès Òdena Rodés Vilà Torrà Bofarull Escrivà Forcadell Gràcia Jordà Lladó Mañé Nadal Oró Piqué
Quintà Ràfols Serrà Tàpies Urgellès Vidiellà Xirgú Cortès Bosch`,
    `Núria Mònica Àngels Òscar Jordi Mercè Lluís Raül Sílvia Glòria Adrià Damià Fèlix Tomàs Martí Víctor Júlia
Cèlia Helena Àlex Ramon Sebastià Llúcia Verònica Vicenç Marçal Dídac Èlia Íngrid Úrsula Gal·la Avel·lí
Mariàngela Ció Bàrbara Cosme Eulàlia Iú Neús Teòfil`,
    `Carrer Aragó 5 Barcelona, Plaça Catalunya 12 Mataró, Passeig de Gràcia 1 Tàrrega, Carrer València 7 Puigcerdà,
Rambla Nova 33 Móra, Carrer Còrsega 8 Palamós, Avinguda Diagonal 41 Castelló, Carrer Església 3 Alcúdia,
Carrer Nàpols 18 Sòria, Carrer Rosselló 9 Súria, Plaça Major 2 Sóller, Carrer Provença 6 Maó, Carrer Comèdies
14 Xàtiva, Camí Ral 77 Pollença, Carrer Sió 16 Besalú, Carrer Paral·lel 20 Sarrià, Carrer Col·legi 4 Bàscara,
Carrer Àngel 31 Llançà, Carrer Estació 10 Òrrius, Carrer Bonanova 22 Lleó`,
  ),
  et: names(
    `Mägi Tõnisson Põder Jõgi Rüütel Käär Kõiv Pärn Lõhmus Väljas Õunapuu Räni Männik Jürgens Küüts Nõmm Pääsuke
Sõõru Tähepõld Ülesoo Vähk Mõttus Hõim Kärner Läänesaar Möldre Põldsaar Rõigas Sööt Tüür Veskimägi Võsa Kütt
Lätt Nõlvak Püss Rätsep Sügis Täär Tamm`,
    `Tõnu Jüri Ülle Külli Märt Väino Õie Ülo Kärt Tõnis Kätlin Ülar Pärt Rünno Jõnas Lüüdia Küllike Mäidu Mõis Õnne
Märten Päivi Räime Sülvi Tõives Urve Vürst Väike Jürgen Hõbe Härm Kõlli Lää Mölder Nõel Põim Rüüt Sõnn Tüüne
Ants`,
    `Pärna 5 Tallinn, Mäe 12 Põlva, Jõe 1 Pärnu, Tähe 7 Võru, Sõpruse pst 33 Jõgeva, Männi 8 Räpina, Külvi 41
Jõhvi, Põllu 3 Türi, Põhja pst 18 Kärdla, Võidu 9 Märjamaa, Õle 2 Tõrva, Kõrgepinge 6 Sillamäe, Müürivahe 14
Tartu, Lõuna 77 Põltsamaa, Väike-Posti 16 Viljandi, Näituse 20 Rõngu, Järve 4 Kohtla-Järve, Ülejõe 31 Paide,
Lääne 10 Haapsalu, Söödi 22 Käina`,
  ),
};
