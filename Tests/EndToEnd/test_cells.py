"""A collection of cells in a window of its own: the keys, the star, the mouse, and what stands at the end."""

import subprocess

import pytest

import tree
from app import CELLS, App


class Cells(App):
    binary = CELLS

    def said(self):
        """What the window told of, one line each."""
        return self.errors().splitlines()

    def says_last(self, wanted):
        self.until(f"{wanted!r} last, of {self.said()[-5:]}", lambda: self.said()[-1:] == [wanted])

    def list(self):
        return self.find("list", "Results")

    def cells(self):
        return [node for node in tree.children(self.wait("list", "Results")) if node.role == tree.ROW]

    def cell(self, number):
        def found():
            return next((node for node in self.cells() if f" {number}, " in tree.name(node)), None)

        return self.until(f"cell {number}", found)

    def star(self, number):
        return self.find(tree.BUTTON, "Star", within=self.cell(number), rows=True)

    def has_focus(self, number):
        self.until(f"the focus on cell {number}", lambda: tree.includes(self.cell(number).states, tree.STATE.FOCUSED))

    def wait_focus(self, what, probe):
        self.until(f"the focus on {what}", lambda: tree.has(probe(), tree.STATE.FOCUSED))

    def wait_starred(self, number):
        self.until(f"the star of cell {number} pressed", lambda: tree.pressed(self.star(number)))

    def places(self):
        """Where the first cells are; before they are laid out they are nowhere."""

        def found():
            places = [tree.place(node) for node in self.cells()[:12]]
            return places if all(place and place.width and place.height for place in places) else None

        return self.until("places of the cells", found)

    def columns(self):
        """How many stand beside the first."""
        places = self.places()
        return sum(place.y == places[0].y for place in places)

    def enter(self):
        """From the entry to the first cell."""
        self.until("cells", self.cells)
        self.keys.press("Down")
        self.says_last("selected 0")
        self.has_focus(0)

    def move(self, key, number):
        self.keys.press(key)
        self.says_last(f"selected {number}")

    def click(self, what, probe, button):
        place = self.until(f"a place of {what}", lambda: tree.place(probe()))
        width, height = self.border()
        x = width // 2 + place.x + place.width // 2
        y = height - width // 2 + place.y + place.height // 2
        self.keys.run("mousemove", "--window", self.window, x, y, "click", button)


@pytest.fixture
def cells(desktop, home):
    """`cells(…)` opens the window with those options."""
    assert CELLS.exists(), f"{CELLS} is not built: `make cells` builds it"
    opened = []

    def start(*arguments):
        app = Cells(desktop, home, *arguments)
        app.__enter__()
        opened.append(app)
        return app

    yield start
    for app in opened:
        app.__exit__(None)


def test_arrows_move_in_two_dimensions_and_home_and_end_to_the_ends(cells):
    app = cells("--total", "98")
    app.enter()
    app.move("Right", 1)
    app.move("Right", 2)
    app.move("Down", 2 + app.columns())
    app.move("Left", 1 + app.columns())
    app.move("Up", 1)
    app.move("End", 97)
    app.has_focus(97)
    app.move("Home", 0)
    app.has_focus(0)


@pytest.mark.parametrize("width, columns", [(360, 2), (1600, 5)])
def test_as_many_stand_side_by_side_as_there_is_room_for(cells, width, columns):
    app = cells()
    app.enter()
    app.resize(width, 720)
    app.expect("columns", app.columns, columns)
    # Without the six pixels around it.
    app.until("cells of that width", lambda: all(148 <= place.width <= 208 for place in app.places()[:columns]))
    app.move("Down", columns)


def test_up_leaves_from_every_cell_of_the_first_line_and_from_no_other(cells):
    app = cells()
    app.enter()
    app.move("Right", 1)
    app.move("Down", 1 + app.columns())
    app.move("Up", 1)
    app.keys.press("Up")
    app.says_last("upwards")
    app.keys.press("Down")
    app.has_focus(1)


@pytest.mark.parametrize("key", ["Return", "space"])
def test_enter_and_space_open_the_cell(cells, key):
    app = cells()
    app.enter()
    app.move("Right", 1)
    app.keys.press(key)
    app.says_last("open 1")
    app.until("the selected cell", lambda: tree.includes(app.cell(1).states, tree.STATE.SELECTED))


def test_tab_goes_cell_star_out_and_back(cells):
    app = cells("--total", "20", "--waits", "--batch", "10")
    app.enter()
    app.keys.press("Tab")
    app.wait_focus("the star", lambda: app.star(0))
    app.keys.press("shift+Tab")
    app.has_focus(0)
    app.wait(tree.BUTTON, "Load More")
    app.keys.press("Tab", "Tab")
    app.wait_focus("what comes after the cells", lambda: app.find(tree.BUTTON, "Load More"))
    app.keys.press("shift+Tab")
    app.has_focus(0)


def test_the_star_is_pressed_by_key_and_by_mouse(cells):
    app = cells()
    app.enter()
    app.keys.press("Tab", "space")
    app.says_last("star 0")
    app.wait_starred(0)
    app.until("the cell says so", lambda: app.cell(0).name.endswith(", starred"))
    app.click("the star of cell 2", lambda: app.star(2), 1)
    app.wait_starred(2)
    assert "open 2" not in app.said()


def test_the_mouse_opens_and_the_middle_button_goes_to_the_browser(cells):
    app = cells()
    app.enter()
    app.click("cell 1", lambda: app.cell(1), 1)
    app.until("the opened cell", lambda: "open 1" in app.said())
    app.click("cell 3", lambda: app.cell(3), 2)
    app.until("the cell in the browser", lambda: "browser 3" in app.said())


def test_the_menu_of_a_cell_opens_by_key_and_gives_the_focus_back(cells):
    app = cells()
    app.enter()
    app.keys.press("shift+F10")
    app.wait("menu item", "Show Details")
    app.keys.press("Escape")
    app.gone("menu item", "Show Details")
    app.has_focus(0)


def test_a_finger_that_rests_on_a_cell_opens_its_menu(cells):
    app = cells()
    app.until("cells", app.cells)
    # The window tells the gesture: there is no touch without a device.
    app.keys.press("F9")
    app.wait("menu item", "Show Details")
    said = app.said()
    assert said[0] == "held" and said[1].startswith("selected ")
    app.keys.press("Escape")
    app.gone("menu item", "Show Details")
    app.has_focus(int(said[1].split()[1]))
    assert not any(line.startswith("open") for line in app.said())


def test_a_batch_that_comes_moves_neither_selection_nor_focus(cells):
    app = cells()
    app.enter()
    app.keys.press("End")
    app.until("the next batch", lambda: "shown 200" in app.said())
    app.has_focus(99)
    # Nothing else is selected after the batch came.
    said = app.said()
    assert set(said[said.index("shown 200") :]) <= {"shown 200", "selected 99"}
    app.move("Right", 100)


def test_what_stands_below_the_cells_shows_at_their_end_and_is_reached_by_keys(cells):
    app = cells("--waits")
    app.enter()
    app.gone(tree.BUTTON, "Load More")
    app.move("End", 99)
    app.wait(tree.BUTTON, "Load More")
    app.keys.press("Down")
    app.wait_focus("what is below", lambda: app.find(tree.BUTTON, "Load More"))
    app.keys.press("Up")
    app.has_focus(99)
    app.keys.press("Down")
    app.wait_focus("what is below", lambda: app.find(tree.BUTTON, "Load More"))
    app.keys.press("Return")
    app.until("the next batch", lambda: "shown 200" in app.said())
    app.gone(tree.BUTTON, "Load More")
    app.has_focus(99)


def test_a_failure_and_a_limit_are_said_below_the_cells(cells):
    app = cells("--end", "failed", "--total", "40")
    app.enter()
    app.move("End", 39)
    app.says("You Are Offline")
    app.press(tree.BUTTON, "Try Again", until=lambda: app.said()[-1:] == ["again"])
    app = cells("--end", "ceiling", "--total", "4")
    app.says("gives only the first 300")


def test_cells_are_a_list_to_screen_readers(cells):
    app = cells("--total", "20")
    app.enter()
    app.expect("the count", lambda: tree.described_by(app.list()), ["20 of 20 results"])
    app.expect("the name of a cell", lambda: app.cell(2).name, "Oak 2, not starred")


def test_a_window_of_cells_goes_with_all_that_is_in_it(desktop, home):
    done = subprocess.run(
        [CELLS, "--rounds", "3"], env=desktop.environment(home), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["gone 3"]), (done.stdout, done.stderr)
