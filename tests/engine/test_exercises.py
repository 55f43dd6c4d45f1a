"""Exercises: every clause, every kind, every level; one right answer, the same for ever, decided by the clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import median
from time import process_time

import pytest

from couillon.advice import advise
from couillon.cards import Card, points
from couillon.exercises import DRILLS, KINDS, LEVELS, Exercise, ExerciseError, home_of, kinds_of, make, trainable
from couillon.exercises.bidding import CLEAR_MARGIN, SAMPLES, clear_hand
from couillon.exercises.drills import HOUSE, _made
from couillon.exercises.model import Dice, Key
from couillon.exercises.switches import RESTS_ON, SWITCHES, Facts, decides, switched
from couillon.exercises.words import board_told
from couillon.kernel import layout
from couillon.rules import Rules, RulesError, clause, clauses, load, variant, variants
from couillon.scoring import Board, Result, ScoreError, score
from couillon.verdicts import judge
from couillon.view import view


def homes(id: str) -> list[tuple[str, dict[str, object]]]:
    """Every game in which a clause is in force, or the house rules that put it in force."""
    found: list[tuple[str, dict[str, object]]] = [(game.id, {}) for game in variants() if id in trainable(game.id)]
    return found or [(HOUSE[id][0], dict(HOUSE[id][1]))]


def cases(id: str) -> Iterator[tuple[str, dict[str, object], int]]:
    """Games with their house rules and a level: in the first game of a clause all levels, in each other game one."""
    for number, (game, house) in enumerate(homes(id)):
        yield from ((game, house, level) for level in (LEVELS if number == 0 else (1 + number % 3,)))


def exercises(id: str) -> Iterator[Exercise]:
    """Exercises on a clause: every game, kind and level."""
    for game, house, level in cases(id):
        for kind in kinds_of(id):
            try:
                yield make(game, id, level, 0, kind, house)
            except ExerciseError as error:
                # The search for a clear hand may end without one.
                assert "was found" in str(error)
                assert kind == "accept"


def legal(exercise: Exercise, rules: Rules, mit: bool) -> frozenset[str]:
    scene = exercise.scene
    assert scene.trump
    return frozenset(v.act for v in judge(rules, scene.trump, scene.hand, scene.trick, mit=mit) if v.legal)


def board_after(rules: Rules, board: Board, result: Result) -> Board | None:
    try:
        return score(rules, board, result).board
    except ScoreError:
        return None


def test_every_clause_of_the_rule_book_is_trained() -> None:
    assert set(DRILLS) == set(clauses())
    assert all(DRILLS.values())
    assert {kind for kinds in DRILLS.values() for kind in kinds} == set(KINDS)


def test_every_clause_that_can_be_switched_exists() -> None:
    assert set(SWITCHES) <= set(clauses())
    assert {*RESTS_ON, *(other for others in RESTS_ON.values() for other in others)} <= set(clauses())


@pytest.mark.parametrize("id", clauses())
def test_an_exercise_has_one_right_answer_a_reason_and_its_clause(id: str) -> None:
    for exercise in exercises(id):
        words = [option.words for option in exercise.options]
        assert 2 <= len(words) == len(set(words)), exercise.key
        assert exercise.many or len(exercise.right) == 1
        assert exercise.right
        assert exercise.right <= {option.key for option in exercise.options}
        assert exercise.question
        assert exercise.reasons
        assert all(exercise.reasons)
        assert exercise.clauses[0] == id
        assert set(exercise.clauses) <= set(clauses())
        assert exercise.key.clause in trainable(exercise.key.variant, dict(exercise.key.house))


@pytest.mark.parametrize("id", clauses())
def test_the_same_key_gives_the_same_exercise(id: str) -> None:
    game, house = homes(id)[0]
    kind = kinds_of(id)[0]
    first = make(game, id, 2, 5, kind, house)
    _made.cache_clear()
    assert make(game, id, 2, 5, kind, house) == first
    others = (make(game, id, 2, seed, kind, house) for seed in range(6, 20))
    assert any(replace(other, key=first.key) != first for other in others)


# Decided by the clause


@pytest.mark.parametrize("id", [id for id in SWITCHES if "may-play" in DRILLS[id]])
def test_which_cards_may_be_played_changes_with_the_clause_and_with_no_other(id: str) -> None:
    for game, house, level in cases(id):
        for seed in range(2):
            exercise = make(game, id, level, seed, "may-play", house)
            rules, mit = exercise.rules, exercise.scene.mit
            right = legal(exercise, rules, mit)
            assert right == exercise.right
            assert {option.key for option in exercise.options} == set(exercise.scene.hand)
            for other in rules.clauses:
                if other not in SWITCHES:
                    continue
                off = rules.replace(SWITCHES[other].axes)
                same = legal(exercise, off, bool(SWITCHES[other].facts.get("mit", mit))) == right
                if other == id:
                    assert not same
                elif other not in RESTS_ON.get(id, ()):
                    assert same, (exercise.key, other)


@pytest.mark.parametrize("id", [id for id in DRILLS if "why-refused" in DRILLS[id]])
def test_a_refused_card_is_refused_by_the_clause_and_by_no_other_that_is_offered(id: str) -> None:
    for game, house, level in cases(id):
        exercise = make(game, id, level, 7, "why-refused", house)
        scene = exercise.scene
        assert scene.trump and scene.marked
        verdicts = {v.act: v for v in judge(exercise.rules, scene.trump, scene.hand, scene.trick, mit=scene.mit)}
        assert not verdicts[scene.marked].legal
        assert verdicts[scene.marked].clause == id
        assert exercise.reasons[0] == verdicts[scene.marked].what
        assert any("Nothing refuses it" in option.words for option in exercise.options) or len(exercise.options) == 4


@pytest.mark.parametrize("id", [id for id in DRILLS if "which-variant" in DRILLS[id]])
def test_one_of_the_games_offered_judges_the_card_unlike_all_others(id: str) -> None:
    names = {game.name: game for game in variants()}
    for game, house, level in cases(id):
        exercise = make(game, id, level, 3, "which-variant", house)
        scene = exercise.scene
        judged = {}
        for option in exercise.options:
            rules = names[option.words].rules
            mit = scene.mit and rules.mit != "none"
            judged[option.key] = scene.marked in legal(exercise, rules, mit)
        assert len(exercise.options) >= 3
        (right,) = exercise.right
        assert all(judged[key] != judged[right] for key in judged if key != right)
        assert exercise.option(right).words == variant(game).name
        off = switched(Facts(exercise.rules, scene.mit), id)
        assert (scene.marked in legal(exercise, off.rules, off.mit)) != judged[right]
        assert ("you not play" in exercise.question) is not judged[right]


@pytest.mark.parametrize("id", [id for id in DRILLS if "slate" in DRILLS[id]])
def test_what_stands_on_the_board_is_what_the_score_says_and_the_clause_decides(id: str) -> None:
    for game, house, level in cases(id):
        exercise = make(game, id, level, 11, "slate", house)
        board, result = exercise.scene.board, exercise.scene.result
        assert board and result
        scored = score(exercise.rules, board, result)
        (right,) = exercise.right
        assert exercise.option(right).words == board_told(exercise.rules, scored.board)
        facts = Facts(exercise.rules, result.mit, board, result)
        if id in SWITCHES:
            off = switched(facts, id)
            assert off.board and off.result
            assert board_after(off.rules, off.board, off.result) != scored.board
        else:
            assert id in {event.clause for event in scored.events}
        if id == "match":
            assert scored.won


@pytest.mark.parametrize("id", ["trick", "rank", "queens", "mit", "mit-before-lead"])
def test_the_winner_is_the_highest_trump_or_the_highest_card_of_the_suit_led(id: str) -> None:
    for game, house, level in cases(id):
        exercise = make(game, id, level, 2, "who-wins", house)
        scene, rules = exercise.scene, exercise.rules
        assert scene.trump and len(scene.trick) == 4
        special = [c for c in ("QS", *rules.queens) if c in rules.queens or (scene.mit and c == "QS")]
        above = ["AKQJT987"[i] + scene.trump for i in range(8)]
        order = [above[0], *dict.fromkeys(special), *(c for c in above[1:] if c not in special)]
        trumps = [card for card in order if card in scene.trick]
        led = [c for c in scene.trick if c.suit == scene.trick[0].suit and c not in order]
        best = trumps[0] if trumps else min(led, key=lambda card: "AKQJT987".index(card.rank))
        (right,) = exercise.right
        names = {"N": "North", "E": "East", "S": "South", "W": "West"}
        seats = "NESW"
        at = (seats.index(scene.leader) + scene.trick.index(Card(best))) % 4
        assert exercise.option(right).words.startswith(names[seats[at]])
        if id in SWITCHES:
            off = switched(Facts(rules, scene.mit), id)
            table = layout(off.rules, scene.trump, off.mit)
            assert scene.trick[table.winner([table.bit[c] for c in scene.trick])] != best


@pytest.mark.parametrize("level", LEVELS)
def test_points_are_counted_over_all_cards_shown(level: int) -> None:
    for seed in range(12):
        exercise = make("belgian", "points", level, seed)
        shown = [card for _label, cards in exercise.scene.shown for card in cards]
        (right,) = exercise.right
        n = points([*exercise.scene.trick, *shown])
        assert exercise.option(right).words == f"{n} point{'' if n == 1 else 's'}"


def test_the_deal_is_won_by_points_and_a_trap_has_fewer_tricks_with_more_of_them() -> None:
    exercise = make("belgian", "aim", 3, 4)
    ns, ew = (points(cards) for _label, cards in exercise.scene.shown)
    tricks = [len(cards) // 4 for _label, cards in exercise.scene.shown]
    (right,) = exercise.right
    words = exercise.option(right).words
    assert words.startswith("Neither") if ns == ew else words == ("North–South" if ns > ew else "East–West")
    assert (ns - ew) * (tricks[0] - tricks[1]) <= 0


def test_accept_or_pass_stands_when_other_deals_are_played_out() -> None:
    answers = set()
    for seed in range(4):
        found = clear_hand(load("belgian"), 1, Dice(str(seed)))
        assert found
        state, advice = found
        assert advice.edge.value >= CLEAR_MARGIN
        assert advice.looked == SAMPLES
        again = advise(view(state), 97, 60, plays="beginner", heard=True)
        assert again.best == advice.best
        answers.add(advice.best)
    assert answers == {"accept", "pass"}


def test_the_first_level_has_few_cards_and_the_second_whole_hands() -> None:
    for id, game in (("must-follow", "kwajongen"), ("void-free", "troeven"), ("must-beat", "ardennes")):
        for seed in range(8):
            assert len(make(game, id, 1, seed, "may-play").scene.hand) <= 3
            hand = load(game).hand
            assert len(make(game, id, 2, seed, "may-play").scene.hand) >= hand - 1


# Errors and bounds


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("belgian", "must-trump"), "not in force in Couillon: it is in ardennes or kwajongen"),
        (("belgian", "partner-exempt"), "nor in any other: it takes a house rule"),
        (("belgian", "aim", 4), 'no level "4"'),
        (("belgian", "aim", True), "no level"),
        (("belgian", "aim", 1, 1, "riddle"), "no exercise of the kind"),
        (("belgian", "aim", 1, 1, "may-play"), "not asked about in this way: choose who-wins-deal"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_sentence(given: tuple[object, ...], said: str) -> None:
    with pytest.raises(ExerciseError, match=said):
        make(*given)  # type: ignore[arg-type]


def test_unknown_names_are_told() -> None:
    with pytest.raises(RulesError, match="There is no clause"):
        make("belgian", "bouclé")
    with pytest.raises(RulesError, match="There is no variant"):
        make("whist", "aim")
    with pytest.raises(KeyError):
        make().option("Z")


def test_a_search_without_end_does_not_happen() -> None:
    """No deal of this game can decide by a clause that its rules make idle; the search says so and ends."""
    rules = load("ardennes").replace({"packets": (1,), "pack": 24})
    from couillon.exercises.plays import may_play
    from couillon.exercises.tricks import who_wins

    key = Key("ardennes", "must-beat", "may-play", 1, 1)
    with pytest.raises(ExerciseError, match="No exercise was found in which must-beat decides"):
        may_play(key, rules, Dice("x"))
    with pytest.raises(ExerciseError, match="was found"):
        who_wins(replace(key, clause="queens"), load("belgian"), Dice("x"))


def test_a_clause_decides_only_if_nothing_else_does() -> None:
    rules = load("belgian")
    facts = Facts(rules, False, Board((5, 5), 5), Result("NS", (8, 12), (2, 2)))

    def after(f: Facts) -> Board | None:
        assert f.board and f.result
        return board_after(f.rules, f.board, f.result)

    assert decides(facts, "boucle", after) == Board((5, 4), 5)
    assert decides(facts, "no-makers", after) is None
    tied = replace(facts, board=Board((5, 5), 5, ties=1))
    assert decides(tied, "boucle", after) is None  # the tie decides too


def test_every_clause_has_a_home() -> None:
    for id in clauses():
        game, house = home_of(id)
        assert id in trainable(game, house)
        assert clause(id).id == id


def test_making_an_exercise_takes_less_than_150_ms_at_the_median(untraced: None) -> None:
    spent = []
    for id in list(DRILLS)[::3]:
        game, house = homes(id)[-1]
        for kind in kinds_of(id):
            for level in LEVELS:
                start = process_time()
                make(game, id, level, 90, kind, house)
                spent.append(process_time() - start)
    assert median(spent) < 0.15
    assert max(spent) < 5
