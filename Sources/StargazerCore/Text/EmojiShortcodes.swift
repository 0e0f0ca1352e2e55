import Foundation

/// Replaces emoji shortcodes in descriptions, such as `:rocket:`.
enum EmojiShortcodes {
    /// Returns the text with emoji. Unknown codes and other text between colons stay unchanged.
    static func replaced(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        var result = ""
        var rest = text[...]
        while let colon = rest.firstIndex(of: ":") {
            let start = rest.index(after: colon)
            let end = rest[start...].firstIndex { !isCodeCharacter($0) } ?? rest.endIndex
            result += rest[..<colon]
            if end < rest.endIndex, rest[end] == ":", let emoji = all[String(rest[start..<end])] {
                result += emoji
                rest = rest[rest.index(after: end)...]
            } else {
                // This colon does not end a shortcode, but it may begin one.
                result += rest[colon..<end]
                rest = rest[end...]
            }
        }
        return result + rest
    }

    private static func isCodeCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_+-".contains(character))
    }

    static let all: [String: String] = {
        let words = table.split(whereSeparator: \.isWhitespace).map(String.init)
        return Dictionary(
            zip(words.indices, words).filter { $0.0 % 2 == 0 && $0.0 + 1 < words.count }.map {
                ($0.1, words[$0.0 + 1])
            },
            uniquingKeysWith: { first, _ in first })
    }()

    private static let table = """
        rocket 🚀 star ⭐ star2 🌟 stars 🌠 sparkles ✨ dizzy 💫 fire 🔥 zap ⚡ boom 💥 collision 💥 tada 🎉
        confetti_ball 🎊 heart ❤️ blue_heart 💙 green_heart 💚 purple_heart 💜 yellow_heart 💛 orange_heart 🧡
        black_heart 🖤 white_heart 🤍 brown_heart 🤎 broken_heart 💔 two_hearts 💕 sparkling_heart 💖 heartbeat 💓
        gift_heart 💝 heart_eyes 😍 smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 joy 😂 rofl 🤣 blush 😊 wink 😉
        innocent 😇 relaxed ☺️ sunglasses 😎 nerd_face 🤓 thinking 🤔 hugs 🤗 star_struck 🤩 partying_face 🥳
        exploding_head 🤯 scream 😱 sob 😭 cry 😢 sweat_smile 😅 stuck_out_tongue 😛 yum 😋 smirk 😏 zipper_mouth_face 🤐
        sleeping 😴 zzz 💤 mask 😷 rage 😡 angry 😠 skull 💀 ghost 👻 alien 👽 robot 🤖 space_invader 👾 poop 💩 hankey 💩
        clown_face 🤡 see_no_evil 🙈 hear_no_evil 🙉 speak_no_evil 🙊 thumbsup 👍 +1 👍 thumbsdown 👎 -1 👎 ok_hand 👌
        wave 👋 clap 👏 raised_hands 🙌 pray 🙏 muscle 💪 point_right 👉 point_left 👈 point_up ☝️ point_down 👇
        raised_hand ✋ v ✌️ crossed_fingers 🤞 metal 🤘 fist ✊ facepunch 👊 punch 👊 handshake 🤝 writing_hand ✍️ eyes 👀
        eye 👁️ brain 🧠 baby 👶 ninja 🥷 detective 🕵️ technologist 🧑‍💻 man_technologist 👨‍💻 woman_technologist 👩‍💻
        scientist 🧑‍🔬 astronaut 🧑‍🚀 mage 🧙 superhero 🦸 zombie 🧟 family 👪 busts_in_silhouette 👥 bust_in_silhouette 👤
        dog 🐶 cat 🐱 mouse 🐭 hamster 🐹 rabbit 🐰 fox_face 🦊 bear 🐻 panda_face 🐼 koala 🐨 tiger 🐯 lion 🦁 cow 🐮 pig 🐷
        frog 🐸 monkey 🐒 monkey_face 🐵 chicken 🐔 penguin 🐧 bird 🐦 hatching_chick 🐣 baby_chick 🐤 duck 🦆 eagle 🦅
        owl 🦉 bat 🦇 wolf 🐺 horse 🐴 unicorn 🦄 bee 🐝 honeybee 🐝 bug 🐛 butterfly 🦋 snail 🐌 beetle 🪲 lady_beetle 🐞
        ant 🐜 spider 🕷️ spider_web 🕸️ scorpion 🦂 turtle 🐢 snake 🐍 lizard 🦎 dragon 🐉 dragon_face 🐲 t-rex 🦖
        sauropod 🦕 octopus 🐙 squid 🦑 shrimp 🦐 crab 🦀 lobster 🦞 blowfish 🐡 tropical_fish 🐠 fish 🐟 dolphin 🐬
        whale 🐳 whale2 🐋 shark 🦈 crocodile 🐊 elephant 🐘 camel 🐫 dromedary_camel 🐪 llama 🦙 gorilla 🦍 sloth 🦥
        hedgehog 🦔 raccoon 🦝 feet 🐾 paw_prints 🐾 octocat 🐙 cactus 🌵 christmas_tree 🎄 evergreen_tree 🌲
        deciduous_tree 🌳 palm_tree 🌴 seedling 🌱 herb 🌿 four_leaf_clover 🍀 leaves 🍃 maple_leaf 🍁 mushroom 🍄
        cherry_blossom 🌸 rose 🌹 sunflower 🌻 hibiscus 🌺 tulip 🌷 bouquet 💐 earth_africa 🌍 earth_americas 🌎
        earth_asia 🌏 globe_with_meridians 🌐 world_map 🗺️ new_moon 🌑 full_moon 🌕 crescent_moon 🌙 moon 🌔 sunny ☀️
        sun_with_face 🌞 cloud ☁️ rainbow 🌈 umbrella ☔ snowflake ❄️ snowman ⛄ ocean 🌊 droplet 💧 sweat_drops 💦
        dash 💨 tornado 🌪️ volcano 🌋 comet ☄️ milky_way 🌌 apple 🍎 green_apple 🍏 banana 🍌 grapes 🍇 watermelon 🍉
        strawberry 🍓 cherries 🍒 peach 🍑 lemon 🍋 tangerine 🍊 pineapple 🍍 coconut 🥥 avocado 🥑 tomato 🍅 carrot 🥕
        hot_pepper 🌶️ corn 🌽 potato 🥔 onion 🧅 garlic 🧄 bread 🍞 croissant 🥐 cheese 🧀 egg 🥚 bacon 🥓 hamburger 🍔
        fries 🍟 pizza 🍕 taco 🌮 burrito 🌯 sushi 🍣 ramen 🍜 rice 🍚 icecream 🍦 doughnut 🍩 cookie 🍪 cake 🍰 birthday 🎂
        pancakes 🥞 candy 🍬 lollipop 🍭 honey_pot 🍯 coffee ☕ tea 🍵 beer 🍺 beers 🍻 wine_glass 🍷 cocktail 🍸
        tropical_drink 🍹 champagne 🍾 cup_with_straw 🥤 salt 🧂 fork_and_knife 🍴 soccer ⚽ basketball 🏀 football 🏈
        tennis 🎾 8ball 🎱 trophy 🏆 medal_sports 🏅 1st_place_medal 🥇 2nd_place_medal 🥈 3rd_place_medal 🥉 dart 🎯
        game_die 🎲 video_game 🎮 joystick 🕹️ jigsaw 🧩 chess_pawn ♟️ art 🎨 performing_arts 🎭 clapper 🎬 microphone 🎤
        headphones 🎧 musical_note 🎵 notes 🎶 musical_score 🎼 musical_keyboard 🎹 guitar 🎸 violin 🎻 drum 🥁 trumpet 🎺
        saxophone 🎷 circus_tent 🎪 ticket 🎫 car 🚗 red_car 🚗 bus 🚌 truck 🚚 tractor 🚜 bike 🚲 motorcycle 🏍️
        racing_car 🏎️ train 🚋 bullettrain_side 🚄 metro 🚇 station 🚉 airplane ✈️ helicopter 🚁 ship 🚢 boat ⛵ sailboat ⛵
        speedboat 🚤 anchor ⚓ construction 🚧 traffic_light 🚥 rotating_light 🚨 stop_sign 🛑 flying_saucer 🛸 satellite 📡
        artificial_satellite 🛰️ house 🏠 house_with_garden 🏡 office 🏢 factory 🏭 hospital 🏥 bank 🏦 school 🏫
        convenience_store 🏪 european_castle 🏰 japanese_castle 🏯 statue_of_liberty 🗽 bricks 🧱 building_construction 🏗️
        mountain ⛰️ mount_fuji 🗻 tent ⛺ beach_umbrella 🏖️ desert_island 🏝️ watch ⌚ iphone 📱 calling 📲 computer 💻
        desktop_computer 🖥️ keyboard ⌨️ computer_mouse 🖱️ printer 🖨️ cd 💿 dvd 📀 floppy_disk 💾 minidisc 💽 camera 📷
        camera_flash 📸 video_camera 📹 movie_camera 🎥 film_strip 🎞️ tv 📺 radio 📻 telephone ☎️ phone ☎️ battery 🔋
        electric_plug 🔌 bulb 💡 flashlight 🔦 candle 🕯️ hourglass ⌛ hourglass_flowing_sand ⏳ alarm_clock ⏰
        stopwatch ⏱️ timer_clock ⏲️ clock1 🕐 clock3 🕒 clock12 🕛 moneybag 💰 dollar 💵 euro 💶 credit_card 💳 gem 💎
        balance_scale ⚖️ wrench 🔧 hammer 🔨 hammer_and_wrench 🛠️ hammer_and_pick ⚒️ pick ⛏️ axe 🪓 screwdriver 🪛
        toolbox 🧰 nut_and_bolt 🔩 gear ⚙️ chains ⛓️ link 🔗 paperclip 📎 magnet 🧲 bomb 💣 knife 🔪 hocho 🔪
        crossed_swords ⚔️ shield 🛡️ bow_and_arrow 🏹 crystal_ball 🔮 magic_wand 🪄 telescope 🔭 microscope 🔬 test_tube 🧪
        petri_dish 🧫 dna 🧬 alembic ⚗️ thermometer 🌡️ pill 💊 syringe 💉 broom 🧹 soap 🧼 sponge 🧽 toilet 🚽
        key 🔑 old_key 🗝️ lock 🔒 unlock 🔓 closed_lock_with_key 🔐 lock_with_ink_pen 🔏 door 🚪 bell 🔔 no_bell 🔕
        loudspeaker 📢 mega 📣 speaker 🔈 sound 🔉 loud_sound 🔊 mute 🔇 gift 🎁 balloon 🎈 ribbon 🎀 crown 👑 tophat 🎩
        mortar_board 🎓 briefcase 💼 school_satchel 🎒 shopping_cart 🛒 shopping 🛍️ eyeglasses 👓 shirt 👕 tshirt 👕 ring 💍
        lipstick 💄 footprints 👣 email 📧 e-mail 📧 envelope ✉️ mailbox 📫 inbox_tray 📥 outbox_tray 📤 package 📦
        postbox 📮 incoming_envelope 📨 love_letter 💌 speech_balloon 💬 thought_balloon 💭 left_speech_bubble 🗨️
        memo 📝 pencil 📝 pencil2 ✏️ pen ✒️ black_nib ✒️ paintbrush 🖌️ crayon 🖍️ page_facing_up 📄 page_with_curl 📃
        bookmark_tabs 📑 bookmark 🔖 label 🏷️ bar_chart 📊 chart_with_upwards_trend 📈 chart_with_downwards_trend 📉
        chart 💹 scroll 📜 clipboard 📋 calendar 📆 date 📅 spiral_calendar 🗓️ card_index 📇 card_file_box 🗃️
        file_cabinet 🗄️ file_folder 📁 open_file_folder 📂 card_index_dividers 🗂️ wastebasket 🗑️ newspaper 📰
        newspaper_roll 🗞️ notebook 📓 ledger 📒 closed_book 📕 book 📖 open_book 📖 green_book 📗 blue_book 📘
        orange_book 📙 books 📚 scissors ✂️ pushpin 📌 round_pushpin 📍 triangular_ruler 📐 straight_ruler 📏 abacus 🧮
        mag 🔍 mag_right 🔎 triangular_flag_on_post 🚩 checkered_flag 🏁 rainbow_flag 🏳️‍🌈 pirate_flag 🏴‍☠️ white_flag 🏳️
        us 🇺🇸 uk 🇬🇧 gb 🇬🇧 de 🇩🇪 fr 🇫🇷 es 🇪🇸 it 🇮🇹 ru 🇷🇺 jp 🇯🇵 kr 🇰🇷 cn 🇨🇳 ukraine 🇺🇦 brazil 🇧🇷 india 🇮🇳 eu 🇪🇺
        warning ⚠️ no_entry ⛔ no_entry_sign 🚫 x ❌ heavy_check_mark ✔️ white_check_mark ✅ ballot_box_with_check ☑️
        heavy_multiplication_x ✖️ negative_squared_cross_mark ❎ question ❓ grey_question ❔ exclamation ❗
        heavy_exclamation_mark ❗ bangbang ‼️ interrobang ⁉️ information_source ℹ️ 100 💯 recycle ♻️ infinity ♾️
        heavy_plus_sign ➕ heavy_minus_sign ➖ heavy_division_sign ➗ tm ™️ copyright ©️ registered ®️ hash #️⃣
        zero 0️⃣ one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣ six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣ keycap_ten 🔟 1234 🔢
        abc 🔤 abcd 🔡 symbols 🔣 new 🆕 free 🆓 up 🆙 cool 🆒 ok 🆗 sos 🆘 vs 🆚 id 🆔 atom_symbol ⚛️ peace_symbol ☮️
        yin_yang ☯️ radioactive ☢️ biohazard ☣️ red_circle 🔴 orange_circle 🟠 yellow_circle 🟡 green_circle 🟢
        large_blue_circle 🔵 purple_circle 🟣 brown_circle 🟤 white_circle ⚪ black_circle ⚫ red_square 🟥 green_square 🟩
        blue_square 🟦 black_large_square ⬛ white_large_square ⬜ large_orange_diamond 🔶 large_blue_diamond 🔷
        small_orange_diamond 🔸 small_blue_diamond 🔹 small_red_triangle 🔺 diamond_shape_with_a_dot_inside 💠
        arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ arrow_upper_right ↗️ arrow_lower_right ↘️ left_right_arrow ↔️
        arrow_right_hook ↪️ leftwards_arrow_with_hook ↩️ arrow_heading_up ⤴️ arrow_heading_down ⤵️ arrow_forward ▶️
        arrow_backward ◀️ fast_forward ⏩ rewind ⏪ arrows_counterclockwise 🔄 arrows_clockwise 🔃 repeat 🔁
        twisted_rightwards_arrows 🔀 pause_button ⏸️ stop_button ⏹️ record_button ⏺️ play_or_pause_button ⏯️ back 🔙 end 🔚
        on 🔛 soon 🔜 top 🔝 signal_strength 📶 vibration_mode 📳 cinema 🎦 low_brightness 🔅 high_brightness 🔆
        fleur_de_lis ⚜️ trident 🔱 beginner 🔰 o ⭕ wavy_dash 〰️ part_alternation_mark 〽️ eight_spoked_asterisk ✳️
        eight_pointed_black_star ✴️ sparkle ❇️ wheelchair ♿ wc 🚾 parking 🅿️ put_litter_in_its_place 🚮
        potable_water 🚰 baggage_claim 🛄 passport_control 🛂 bento 🍱 dango 🍡 oden 🍢 curry 🍛 spaghetti 🍝 stew 🍲
        wind_chime 🎐 bamboo 🎍 dolls 🎎 flags 🎏 izakaya_lantern 🏮 moyai 🗿 kaaba 🕋 compass 🧭 parachute 🪂 ladder 🪜
        mirror 🪞 window 🪟 bucket 🪣 feather 🪶 rock 🪨 wood 🪵 coin 🪙 placard 🪧 sled 🛷 yo_yo 🪀 kite 🪁 nesting_dolls 🪆
        """
}
