/// People with a table entry, all invented.
enum KnownPeople {
    static let table = """
        golden|Gwen Golden|Harbor Observatory|Lisbon, Portugal|https://golden.example.org|gwen@example.org|24|9|1234|57|\
        2011-03|
            Writes small tools for long nights. Maintainer of too many parsers
        ada-lovelight|Ada Lovelight|Meridian Labs|London|ada.example.org|-|41|18|21410|112|2008-04|
            Notes on engines that weave numbers as looms weave leaves
        grace-harbor|Grace Harbor|@lantern-works|Arlington, Virginia|https://harbor.example.org|grace@example.org|33|7|\
        15880|64|2009-06|
            Compilers, ships, and the occasional moth
        linnea-nord|Linnea Nordström|Fjällteknik AB|Göteborg, Sweden|https://linnea.example.org|-|28|12|9870|203|2012-01|
            Maps, fonts and everything between two pixels
        kenji-starfield|Kenji Hoshino|-|Kyoto, Japan|https://hoshino.example.org|kenji@example.org|19|31|7420|88|2013-05|
            星とコードのあいだで暮らしています
        amara-okoye|Amara Okoye|Sunbird Health|Lagos, Nigeria|https://okoye.example.org|-|37|4|6350|141|2014-02|
            Data for clinics that have no data team :stethoscope:
        mateo-rios|Mateo Ríos|-|Valparaíso, Chile|-|-|52|26|4310|320|2010-11|
            Synthesizers in the browser, salsa in the kitchen
        noor-alsamawi|Noor Al-Samawi|@cedar-atlas|Amman, Jordan|https://noor.example.org|noor@example.org|16|2|2980|45|\
        2016-09|
            Typefaces that read from both sides
        ines-lantern|Inês Lantern|@lantern-works|Porto, Portugal|https://ines.example.org|-|22|5|2140|76|2015-07|
            Keeps the lights on, literally
        oskar-quartz|Oskar Quartz|Stellwerk|Wien, Österreich|https://quartz.example.org|-|11|3|870|29|2017-03|
            Timetables, trams and type theory
        priya-tide|Priya Tide|Coastline|Chennai, India|https://tide.example.org|priya@example.org|30|14|1910|97|2013-10|
            Weather models on very small computers
        sam-everwood|Sam Everwood|-|Wellington, New Zealand|https://everwood.example.org|-|9|1|640|51|2018-08|
            Gardener of one forest of trees, all of them balanced
        lantern-works|Lantern Works|-|Porto, Portugal|https://lantern.example.org|hello@example.org|36|0|3260|0|2014-05|\
        organization
            Open tools for small power grids
        cedar-atlas|Cedar Atlas|-|Beirut, Lebanon|https://atlas.example.org|-|14|0|980|0|2016-01|organization
            Maps that belong to the people on them
        golden-hour|Golden Hour Collective|-|Everywhere|https://goldenhour.example.org|-|18|0|2410|0|2017-06|organization
            Free software for photographers
        sample-stargazer|Sam Stargazer|-|Hamburg, Germany||-|7|0|42|5|2015-04|
            Astronomy and open source
        nobody-follows|Nora Quiet|-|-||-|0|0|0|0|2025-12|
            New here
        nothing-said|-|-|-||-|2|0|3|1|2019-02|
        robin-vale_acme|Robin Vale|Acme|Leeds, England||-|4|0|17|9|2023-09|
            Build tools at Acme
        new-lantern|Rina Lantern|-|Ghent, Belgium|https://rina.example.org|-|12|1|310|22|2016-04|former=old-lantern
            Embedded Linux and bicycle computers
        tomas-everhart|Tomáš Everhart|Stellwerk|Brno, Czechia|https://everhart.example.org|-|21|6|1480|64|2014-11|
            Audio software, railway timetables and sourdough
        """
}
