"""English: a match's luck passport."""

from collections.abc import Mapping

PASSPORT: Mapping[str, str] = {
    "passport": "Luck passport",
    "pass_lead": "Every die of this match held against fair ones, and every shot against its own cannon: what was "
    "luck, as far as so few can tell.",
    "pass_of": "{title}, {began} to {ended} UTC",
    "pass_head": "As the journal was after entry {number}, sealed {seal}",
    "pass_how": "Whoever changes a die or a shot afterwards changes this seal. Prove it: {command}",
    "pass_whole": "Every entry is whole and follows the one before.",
    "pass_broken": "This record was changed: its seals do not hold. Believe nothing below.",
    "pass_unchecked": "The journal is long: its seals were not read again for this page.",
    "pass_pdf": "To print (PDF)",
    "pass_json": "For machines (JSON)",
    "dice": "Dice",
    "no_dice": "No dice have fallen.",
    "dice_from": "The journal is long: here are its dice from entry {number} on. The command "
    "vedette passport takes all.",
    "group_all": "All dice",
    "group_source_table": "Thrown on the table",
    "group_source_vedette": "Thrown by Vedette",
    "group_side": "Thrown for {side}",
    "group_taken_back": "Taken back",
    "kind_d6": "six-sided dice",
    "kind_nac": "dice with 2, 3, 3, 4, 4, 5",
    "kind_battle": "dice with signs",
    "group_count": "{name}: {count} {kind}",
    "often": "in {share} of 100 such matches",
    "seldom": "in 1 of {times} such matches",
    "never": "in fewer than 1 of {times} such matches",
    "as_fair": "Nothing unusual. Fair dice fall at least as unevenly {often}.",
    "unusual": "Unusual: all that was looked at here counted, fair dice do as much {often}. That is no "
    "proof: of many matches some are as unusual by chance.",
    "too_few": "Too few to say anything: even dice that always show the same face would not be found out.",
    "uneven": "Chi-square {chi:.2f}: fair dice fall at least as unevenly {often}.",
    "mean": "Mean {mean:.2f}, of fair dice {fair:.2f}: these lie as far off {often}.",
    "run": "Longest run: {face}, {long} times. Fair dice show some face as often in a row {often}.",
    "power": "So many dice find out, 4 times in 5, a face that comes up {biased:.0f} % of the time in place of "
    "{fair:.0f} %. A smaller bias they do not show.",
    "looked_at": "{count} numbers were looked at, and a verdict counts that (Holm): the word unusual comes by chance "
    "in at most 5 of 100 matches.",
    "high_or_low": "High is not always lucky: some dice are thrown to stay low.",
    "taken_back_how": "Dice that were taken back count nowhere above. They are here because taking back can be used to "
    "throw again.",
    "strange": "Left out, for no die of this game shows them: {count}",
    "face_line": "{face}: {count} times, {share:.0f} % (fair {fair:.0f} %). The true share lies between {low:.0f} and "
    "{high:.0f} %.",
    "faces_of": "Faces: {name}",
    "bar_legend": "Bar: how often a face fell. Line with ends: where its true share lies with 95 % (Bayes, every die "
    "equally likely before). Hatched band: what fair dice show on 95 of 100 occasions.",
    "face": "Face",
    "face_green": "green",
    "face_blue": "blue",
    "face_red": "red",
    "face_leader": "leader",
    "face_flag": "flag",
    "face_sword": "sword",
    "aim": "Where the cannon aims",
    "aim_how": "Say it before the shot: afterwards shots are held against it. It holds until something else is said.",
    "aim_square": "Square",
    "aim_column": "The cannon stands behind column",
    "aim_say": "Aim there",
    "aims_at": "Aims at {square}",
    "aims_nowhere": "Nobody says where is aimed",
    "cannons": "Cannons",
    "cannon_of": "Cannon: {side} ({rig})",
    "fired": "Shells fired: {fired}. Misfires: {misfires} of {tried}; the true share lies between {low:.0f} and "
    "{high:.0f} %.",
    "speed": "Mean speed {mean:.2f} m/s; from shot to shot ±{sigma:.2f} (one standard deviation).",
    "trend_falls": "It falls: {fall:.0f} % over {count} shots, {slope:+.3f} m/s a shot (95 %: {low:+.3f} to "
    "{high:+.3f}).",
    "trend_none": "No clear fall over {count} shots: {slope:+.3f} m/s a shot (95 %: {low:+.3f} to {high:+.3f}).",
    "few_speeds": "Speeds known: {count}. For a trend at least 3 are needed, for advice 8.",
    "no_impacts": "Impacts known: {count}. Fewer than 3 make no ellipse.",
    "over": "Over (minus: short): mean {mean:+.1f} cm (95 %: {low:+.1f} to {high:+.1f}), spread {sigma:.1f} cm "
    "({least:.1f} to {most:.1f}).",
    "right": "Right (minus: left): mean {mean:+.1f} cm (95 %: {low:+.1f} to {high:+.1f}), spread {sigma:.1f} cm "
    "({least:.1f} to {most:.1f}).",
    "cep": "Half of the shots fall within {cep:.1f} cm of their mean (95 %: {low:.1f} to {high:.1f}).",
    "few_shots": "From {count} impacts the spread is known only so well: the outer ellipse is {widened:.1f} times as "
    "wide as it would be if it were known exactly.",
    "at_rest": "Impacts are where the shell lay afterwards: it may have rolled.",
    "no_aim": "Nobody said where was aimed: the errors are from the mean of all shots, and say nothing of a drift. "
    "Where aims differed, the spread is theirs too.",
    "next": "The next shot falls within the inner ellipse 1 time in 2, within the outer one 19 times in 20.",
    "outer": "The outer ellipse does not fit in the picture: {wide:.0f} by {high:.0f} cm.",
    "predicted": "Predicted from the shots before each: {in_50} of {count} fell within the inner ellipse (half are to "
    "fall there), {in_95} within the outer one (95 of 100).",
    "no_predictions": "The first prediction is made after 3 impacts.",
    "impacts_picture": "Where the shots fell, from the aim (cross); up is over, right is right",
    "impacts_picture_mean": "Where the shots fell, from their mean (cross); up is over, right is right",
    "target_legend": "Line: the next shot falls within it 1 time in 2; dashed: 19 times in 20. Diamond: the mean. "
    "Square: a shot outside what the shots before it predicted.",
    "shots": "Shots",
    "shot_line_speed": "{speed:.2f} ±{sigma:.2f} m/s, {energy:.1f} ±{energy_sigma:.1f} mJ",
    "shot_cocked": "cocked for {seconds:.0f} s",
    "shot_fell_at": "fell {over:+.1f} cm over, {right:+.1f} right",
    "shot_predicted": "predicted {over:+.1f}, {right:+.1f}: {off:.1f} cm off, {where}",
    "where_in_50": "within the inner ellipse",
    "where_in_95": "within the outer ellipse",
    "where_out": "outside both",
    "shot_open": "not confirmed",
    "shot_not": "does not count",
    "shots_left": "{left} left",
    "scale": "{cm:g} cm",
}
"""``pass_...`` the page, ``group_...`` groups of dice, the rest what is said of them and of cannons."""
