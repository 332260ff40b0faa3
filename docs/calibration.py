"""Computes the rankings of an exported event again, by the formulas of docs/calibration.md and nothing else.

    python3 -m pip install numpy
    python3 calibration.py event.json            the ranking and the judges of each run, and how far they are from what the file says
    python3 calibration.py --check event.json …  only how far; fails beyond a millionth

It is written to be read beside the document: the names are those of the formulas, and each function names its section. It shares
no code with the portal. It takes a bundle, and reads nothing of it but `runs`: the reviews that a run read, and what it made of
them. It computes everything but what rests on draws to the last published digit. Ranges and chances come from draws of its own:
those are compared as closely as chance allows. Influence and the large events' method (above 300 judges) are left out.
"""

import hashlib
import json
import sys

import numpy as np

METHOD, RAW_MEAN = "crossed-eb/v3", "raw-mean/v1"
# The largest difference that rounding to six decimals and the stopping rule allow.
CLOSE = 1e-6
DRAWS = 4_000
# How far chances of a thousand draws and of ours may be apart: more than five standard errors.
CLOSE_CHANCES = 0.1
# The weak priors: so many pseudo-observations, at so much of s_y² (of τ²: as it is; of σγ²: of σθ²).
PROJECT, JUDGE, NOISE, SCALE, LEVELS, PANEL = (4, 0.25), (2, 0.08), (8, 0.47), (10, 0.02), (2, 0.10), (2, 0.10)


class Design:
    """Who reviewed what. A review k is of project `i[k]` by judge `j[k]` with the total `y[k]`; row k of `f` picks what else
    it is made of from c: its judge's offset, its group's level, and ζ with the factor m_i where that is fitted."""

    def __init__(self, lines, dealt):
        lines = sorted(lines, key=lambda line: (line[0], line[2].encode()))
        self.projects = sorted({line[0] for line in lines})
        self.judges = sorted({line[2] for line in lines}, key=str.encode)
        self.i = np.array([self.projects.index(line[0]) for line in lines])
        self.j = np.array([self.judges.index(line[2]) for line in lines])
        total = np.array([line[3] for line in lines])
        self.count, self.load = np.bincount(self.i), np.bincount(self.j)
        self.raw_mean = np.bincount(self.i, total) / self.count
        self.variance = 0.0 if np.all(total == total[0]) else np.mean((total - total.mean()) ** 2)
        self.complete = len(lines) == len(self.projects) * len(self.judges)
        track = {line[0]: line[1] for line in lines}
        if any(line[1] is not None for line in lines):
            group = [str(track[project]) for project in self.projects]
        else:
            group = [0] * len(self.projects) if dealt else self.parts()
        kinds = sorted(set(group))
        self.groups = len(kinds)
        self.level = np.array([[float(one == kind) for kind in kinds] for one in group])
        self.centre = total.mean() if self.groups > 1 else 0.0
        self.y = total - self.centre
        self.with_panel(None)

    def with_panel(self, m):
        """Takes ζ into c, with the factor m_i; without m, takes it out."""
        self.m = m
        self.x = self.level if m is None else np.column_stack([self.level, m])
        self.f = np.zeros((len(self.y), len(self.judges) + self.x.shape[1]))
        self.f[np.arange(len(self.y)), self.j] = 1.0
        self.f[:, len(self.judges):] = self.x[self.i]

    def parts(self):
        """For each project the first one that it is connected with by a chain of judges."""
        part = np.arange(len(self.projects))
        while True:
            of_judge = np.full(len(self.judges), len(part))
            np.minimum.at(of_judge, self.j, part[self.i])
            joined = part.copy()
            np.minimum.at(joined, self.i, of_judge[self.j])
            if np.array_equal(joined, part):
                return part.tolist()
            part = joined

    def by_project(self, values):
        return np.bincount(self.i, values, len(self.projects))

    def by_judge(self, values):
        return np.bincount(self.j, values, len(self.judges))


class Posterior:
    """“The fit”, posterior: c and θ given the parameters, projects eliminated."""

    def __init__(self, design, at):
        lam, s = at["lam"][design.j], at["s"][design.j]
        judges, groups = len(design.judges), design.groups
        prior = np.zeros(design.f.shape[1])
        prior[:judges] = 1 / at["judge"]
        if groups > 1:
            prior[judges:judges + groups] = 1 / at["group"]
        if design.m is not None:
            prior[-1] = 1 / at["panel"]
        self.d = 1 / at["project"] + design.by_project(lam * s * s)
        self.w = np.zeros((len(design.projects), design.f.shape[1]))
        self.w[design.i, design.j] = lam * s
        self.w[:, judges:] = design.by_project(lam * s)[:, None] * design.x
        r = design.by_project(lam * s * design.y)
        self.s = design.f.T @ (lam[:, None] * design.f) + np.diag(prior) - self.w.T @ (self.w / self.d[:, None])
        self.v = np.linalg.inv(self.s)
        self.c = np.linalg.solve(self.s, design.f.T @ (lam * design.y) - self.w.T @ (r / self.d))
        self.theta = (r - self.w @ self.c) / self.d
        self.u = self.w @ self.v
        self.var_theta = 1 / self.d + np.sum(self.w * self.u, 1) / self.d**2
        # Of each review: what is left, −Cov(θ_i, γ + b_j), and the variance of the fitted value.
        self.left = design.y - design.f @ self.c
        self.residual = self.left - s * self.theta[design.i]
        self.minus_cov = np.sum(design.f * self.u[design.i], 1) / self.d[design.i]
        own = np.sum((design.f @ self.v) * design.f, 1)
        self.fitted = np.maximum(s * s * self.var_theta[design.i] + own - 2 * s * self.minus_cov, 0)
        self.df = design.by_judge(np.maximum(1 - self.fitted * lam, 0))


def updated(design, old, post, scale, nu):
    """“The fit”, update: the parameters that the posterior leads to."""
    floor = 1e-10 * design.variance
    projects, judges, n = len(design.projects), len(design.judges), len(design.y)

    def pooled(total, count, prior):
        return max((total + prior[0] * prior[1] * design.variance) / (count + prior[0]), floor)

    squares = post.c**2 + np.diag(post.v)
    theta_squares = post.theta**2 + post.var_theta
    rss = design.by_judge(post.residual**2 + post.fitted)
    new = dict(old, project=pooled(theta_squares.sum(), projects, PROJECT), judge=pooled(squares[:judges].sum(), judges, JUDGE))
    if design.groups > 1:
        levels = squares[judges:judges + design.groups].sum()
        new["group"] = max((levels + LEVELS[0] * LEVELS[1] * old["project"]) / (design.groups + LEVELS[0]), floor)
    if design.m is not None:
        new["panel"] = pooled(squares[-1], 1, PANEL)
    if nu is None:
        new["noise"] = pooled(rss.sum(), n, NOISE)
        new["lam"] = np.full(judges, 1 / new["noise"])
    else:
        new["lam"] = (nu + design.load) / (nu * old["noise"] + rss)
        prior = NOISE[0] / (NOISE[1] * design.variance)
        new["noise"] = max((judges * nu + NOISE[0]) / (nu * new["lam"].sum() + prior), floor)
    if scale:
        cross = design.by_judge(post.theta[design.i] * post.left + post.minus_cov)
        den = old["lam"] * design.by_judge(theta_squares[design.i]) + 1 / old["scale"]
        s = np.maximum((old["lam"] * cross + 1 / old["scale"]) / den, 0.05)
        new["scale"] = min((np.sum((s - 1) ** 2 + 1 / den) + SCALE[0] * SCALE[1]) / (judges + SCALE[0]), 0.25)
        new["s"] = s / s.mean()
        new["project"] *= s.mean() ** 2
    return new


def fit(design, scale, nu):
    """“The fit”: rounds until nothing moves. Offsets alone are extrapolated every two rounds (SQUAREM, scheme S3)."""
    unit, judges = design.variance, len(design.judges)
    at = {
        "project": PROJECT[1] * unit, "judge": JUDGE[1] * unit, "group": PROJECT[1] * unit / 4, "noise": NOISE[1] * unit, "panel": PANEL[1] * unit,
        "scale": SCALE[1], "s": np.ones(judges), "lam": np.full(judges, 1 / (NOISE[1] * unit)),
    }  # fmt: skip
    names = ["project", "judge", "group", "noise"]
    theta, trail = np.inf, []
    for rounds in range(1, 501):
        post = Posterior(design, at)
        new = updated(design, at, post, scale, nu)
        still = all(abs(new[name] - at[name]) <= 1e-6 * at[name] for name in [*names, "panel", "scale"])
        if rounds == 500 or (still and np.all(np.abs(post.theta - theta) < 1e-5 * np.sqrt(unit))):
            break
        theta = post.theta
        trail.append(np.log([at[name] for name in names]))
        at = new
        if len(trail) == 2 and not scale and nu is None:
            r = trail[1] - trail[0]
            v = np.log([new[name] for name in names]) - trail[1] - r
            if v @ v > 1e-300:
                stretch = np.clip(np.sqrt(r @ r / (v @ v)), 1, 20)
                ahead = np.exp(trail[0] + np.clip(2 * stretch * r + stretch**2 * v, -3, 3))
                at = dict(new, **dict(zip(names, np.maximum(ahead, 1e-10 * unit), strict=True)))
                at["lam"] = np.full(judges, 1 / at["noise"])
            trail = []
    return at, post


def compared_noise(design, at, post):
    """“The fit”, step 2: T_j, the pooled variance before projects' spreads are divided out, and ν where noise differs."""
    e, d = post.residual**2 / at["noise"], 1 - post.fitted / at["noise"]
    d_j = design.by_judge(d)
    omega = np.ones(len(design.projects))
    for _ in range(12):
        phi = (2 + design.by_judge(e / omega[design.i])) / (2 + d_j)
        phi /= phi @ d_j / d_j.sum()
        omega = (4 + design.by_project(e / phi[design.j])) / (4 + design.by_project(d))
    rss, df = design.by_judge(post.residual**2 / omega[design.i]), post.df
    use = df > 0.5
    pooled = design.by_judge(post.residual**2)[use].sum() / df[use].sum() if use.any() else 0.0
    inside = rss[use].sum() / df[use].sum() if use.any() else 0.0
    t = np.ones(len(df))
    some = (df > 0) & (inside > 0)
    t[some] = rss[some] / (df[some] * inside)
    nu = None
    if df[use].sum() >= 1 and pooled > 0:
        excess = np.sum(df[use] * ((t[use] - 1) ** 2 - 2 / df[use])) - np.sqrt(np.sum(8 + 48 / df[use]))
        cv2 = excess / df[use].sum()
        nu = max(4 + 2 / cv2, 5) if cv2 >= 0.02 else None
    return t, pooled, nu


def generosity(design, at, post):
    """“Chosen panels”: m_i, from each judge's offset without what the judge gave this project."""
    left = post.residual + post.c[design.j]
    lam = at["lam"][design.j]
    others = lam * (design.by_judge(left)[design.j] - left) / ((design.load[design.j] - 1) * lam + 1 / at["judge"])
    m = design.by_project(others) / (design.count * np.sqrt(at["judge"]))
    return m - m.mean()


def asked(design, at, post, m):
    """“Chosen panels”, first point: z of ζ at the variances of the fit without it."""
    lam = at["lam"][design.j]
    share = design.by_project(lam * at["s"][design.j]) / post.d
    q = design.f.T @ (lam * m[design.i]) - post.w.T @ (m * share)
    score = np.sum(m[design.i] * lam * post.residual)
    information = np.sum(m**2 * (design.by_project(lam) - share**2 * post.d)) - q @ post.v @ q
    prior = PANEL[1] * design.variance
    for _ in range(40):
        variance = 1 / (information + 1 / prior)
        prior = ((score * variance) ** 2 + variance + PANEL[0] * PANEL[1] * design.variance) / (1 + PANEL[0])
    return score / np.sqrt(information + 1 / prior)


def with_chosen_panels(design, dealt, scale, nu, without):
    """“Chosen panels”: the fit to use, z, and whether ζ is in it. Leaves the design as that fit has it."""
    if design.complete:
        return without, None, False
    m = generosity(design, *without)
    z = asked(design, *without, m)
    if dealt or abs(z) < 1.5:
        return without, z, False
    for _ in range(8):
        design.with_panel(m)
        found = fit(design, scale, nu)
        before, m = m, generosity(design, *found)
        if np.all(np.abs(m - before) < 1e-3):
            break
    z = found[1].c[-1] / np.sqrt(found[1].v[-1, -1])
    if abs(z) > 2:
        return found, z, True
    design.with_panel(None)
    return without, z, False


def flags(design, at, post, t, df, pooled):
    """“Flags”, in the order in which the portal names them."""
    y = design.y - design.x[design.i] @ post.c[len(design.judges):]
    weight = at["lam"][design.j] * at["s"][design.j]
    others = post.d[design.i] - weight * at["s"][design.j]
    theta = (post.d[design.i] * post.theta[design.i] - weight * (y - post.c[design.j])) / others
    own = [design.y[design.j == j] for j in range(len(design.judges))]
    # From the first total, so that a judge who gives all the same has exactly 0.
    own = [totals - totals[0] for totals in own]
    sd = [np.std(totals, ddof=1) if len(totals) > 1 else None for totals in own]
    median = np.median([one for one in sd if one is not None]) if any(len(totals) > 1 for totals in own) else 0.0
    found = []
    for j in range(len(own)):
        raised = []
        points = (design.j == j) & (design.count[design.i] > 1)
        x, total = theta[points], y[points]
        slope = None
        if len(x) >= 5 and np.sum((x - x.mean()) ** 2) > 1e-12:
            x, total = x - x.mean(), total - total.mean()
            b = x @ total / (x @ x)
            slope = b, np.sqrt(max((total @ total - b * (x @ total)) / (len(x) - 2), pooled / 4) / (x @ x))
        reversed_ = slope is not None and slope[0] + 2 * slope[1] < 0
        if reversed_:
            raised.append("reversed")
        if df[j] >= 2 and t[j] > (1 - 2 / (9 * df[j]) + 2.807 * np.sqrt(2 / (9 * df[j]))) ** 3:
            raised.append("erratic")
        if len(own[j]) >= 4 and sd[j] < 0.35 * median:
            raised.append("flat")
        if slope is not None and not reversed_ and slope[0] + 1.645 * slope[1] < 0.5:
            raised.append("weak_agreement")
        if len(own[j]) < 3:
            raised.append("few")
        found.append(raised)
    return found


def competition_ranks(values):
    micro = rounded(values)
    return np.array([1 + np.sum(micro > one) for one in micro])


def rounded(values):
    """In millionths, halves away from zero."""
    return np.floor(np.abs(values) * 1e6 + 0.5) * np.sign(values)


def drawn(design, post, ranks):
    """“What comes out”, `rank_interval` and `chances`, by draws of our own: the range of each rank, each project's places in order,
    and the chance to be better than the next one of the list."""
    dice = np.random.default_rng(1)
    moved = np.linalg.solve(np.linalg.cholesky(post.s).T, dice.standard_normal((len(post.c), DRAWS)))
    theta = post.theta[:, None] - post.w @ moved / post.d[:, None] + dice.standard_normal((len(post.d), DRAWS)) / np.sqrt(post.d)[:, None]
    score = design.x @ (post.c[:, None] + moved)[len(design.judges):] + theta
    places = np.sort(np.argsort(np.argsort(-score, axis=0), axis=0) + 1, axis=1)
    low, high = places[:, int(0.05 * DRAWS)], places[:, int(np.ceil(0.95 * DRAWS)) - 1]
    order, ahead = np.argsort(ranks, kind="stable"), [None] * len(ranks)
    for one, following in zip(order, order[1:], strict=False):
        # Projects that share a rank have no order.
        if ranks[following] > ranks[one]:
            ahead[one] = np.mean(score[one] > score[following])
    return np.column_stack([np.minimum(low, ranks), np.maximum(high, ranks)]), places, ahead


def calibrate(lines, dealt):
    """A run: what the document's sections say, in their order."""
    design = Design(lines, dealt)
    n, judges = len(design.projects), len(design.judges)
    none = [["few"] if load < 3 else [] for load in design.load]
    if judges < 2 or len(lines) < 3 or design.variance == 0:
        sd = np.sqrt(design.variance)
        ranks = competition_ranks(design.raw_mean)
        return {
            "method": RAW_MEAN, "design": design, "calibrated": design.raw_mean, "rank": ranks, "se": np.full(n, sd), "z": None, "used": False,
            "interval": np.tile([1, n], (n, 1)), "places": None, "ahead": [None] * n, "offset": np.zeros(judges), "scale": np.ones(judges),
            "noise": np.full(judges, sd), "weight": np.ones(judges), "flags": none,
        }  # fmt: skip
    at, post = fit(design, False, None)
    t, pooled, nu = compared_noise(design, at, post)
    df = post.df
    plain = design.complete and design.groups == 1 and nu is None
    found = (at, post) if plain else fit(design, True, nu)
    (at, post), z, used = with_chosen_panels(design, dealt, not plain, nu, found)
    mean_b = post.c[:judges].mean()
    calibrated = design.centre + design.x @ post.c[judges:] + mean_b + post.theta
    if plain:
        # Projects with equal means have one score.
        calibrated = np.array([calibrated[np.argmax(rounded(design.raw_mean) == one)] for one in rounded(design.raw_mean)])
    ranks = competition_ranks(calibrated)
    pick = np.column_stack([np.full((n, judges), 1 / judges), design.x])
    variance = post.var_theta + np.sum((pick @ post.v) * pick, 1) - 2 * np.sum(pick * post.u, 1) / post.d
    interval, places, ahead = drawn(design, post, ranks)
    return {
        "method": METHOD, "design": design, "calibrated": calibrated, "rank": ranks, "se": np.sqrt(variance) * np.sqrt(1 + 2 / n), "z": z,
        "used": used, "zeta": post.c[-1] if used else None, "interval": interval, "places": places, "ahead": ahead,
        "offset": post.c[:judges] - mean_b, "scale": at["s"], "noise": 1 / np.sqrt(at["lam"]), "weight": at["lam"] * at["s"] * at["noise"],
        "flags": flags(design, at, post, t, df, pooled),
    }  # fmt: skip


def is_number(value):
    # true is 1 to Python.
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def differences(run, found):
    """What the file says otherwise. Numbers differ beyond a millionth, all else at all; ranges and chances by more than draws do."""
    design, said = found["design"], []

    def close(what, stated, computed, limit=CLOSE):
        # What is no number is close to none.
        if not (is_number(stated) and abs(stated - computed) <= limit * (1 + 1e-9)):
            said.append(f"{what}: the file says {stated}, we get {computed:.7f}")

    def same(what, stated, computed):
        # 1, 1.0 and true are one value to Python, and three in a file.
        if stated != computed or str(stated) != str(computed):
            said.append(f"{what}: the file says {stated}, we get {computed}")

    lines = sorted(run["input"], key=lambda line: (line[0], line[2].encode()))
    digest = hashlib.sha256("".join(f"{project},{judge},{total:.6f}\n" for project, _, judge, total in lines).encode())
    same("input_digest (another one where personal data were removed)", run["input_digest"], digest.hexdigest())
    of_reviews = len(said)
    same("totals with six decimals, from 0 to 1", all(is_number(line[3]) and 0 <= line[3] <= 1 and line[3] == round(line[3], 6) for line in lines), True)
    same("method", run["method"], found["method"])
    same("ranked projects", sorted(one["project"] for one in run["results"]), design.projects)
    same("judges", [one["judge"] for one in run["judges"]], design.judges)
    if len(said) > of_reviews:
        return said
    panels = run.get("panels")
    same("panels are null", panels is None, found["method"] != METHOD)
    if panels is not None:
        same("panels.used", panels["used"], found["used"])
        same("panels.z is null", panels["z"] is None, found["z"] is None)
        if None not in (panels["z"], found["z"]):
            close("panels.z", panels["z"], found["z"])
    # A run says the chances of the same numbers of places for all projects. It says none where nothing was fitted.
    asked = [] if found["places"] is None else [chance["places"] for chance in run["results"][0]["chances"]] or [1]
    raw_rank = competition_ranks(design.raw_mean)
    listed = [one["project"] for one in run["results"]]
    same("order of the projects", listed, sorted(listed, key=lambda project: (found["rank"][design.projects.index(project)], project)))
    for one in run["results"]:
        i = design.projects.index(one["project"])
        name = f"project {one['project']}, "
        for key in ("calibrated", "se"):
            close(name + key, one.get(key), found[key][i])
        close(name + "raw_mean", one["raw_mean"], design.raw_mean[i])
        same(name + "ranks and reviews", [one["rank"], one["raw_rank"], one["reviews"]], [int(found["rank"][i]), int(raw_rank[i]), int(design.count[i])])
        wide = 0 if found["places"] is None else 2 + 0.2 * (found["interval"][i][1] - found["interval"][i][0])
        for stated, computed in zip(one["rank_interval"], found["interval"][i], strict=True):
            close(name + "rank_interval", stated, computed, wide)
        same(name + "places with a chance", [chance["places"] for chance in one["chances"]], asked)
        for chance in one["chances"] if found["places"] is not None else []:
            mean = np.mean(found["places"][i] <= chance["places"])
            close(f"{name}chance to be in the first {chance['places']}", chance["chance"], mean, CLOSE_CHANCES)
        ahead = found["ahead"][i]
        same(name + "better_than_next is null", one["better_than_next"] is None, ahead is None)
        if None not in (one["better_than_next"], ahead):
            close(name + "better_than_next", one["better_than_next"], ahead, CLOSE_CHANCES)
    for j, one in enumerate(run["judges"]):
        for key in ("offset", "scale", "noise", "weight"):
            close(f"judge {one['judge']}, {key}", one.get(key), found[key][j])
        same(f"judge {one['judge']}, flags and reviews", [one["flags"], one["reviews"]], [found["flags"][j], int(design.load[j])])
    return said


def show(found):
    """The ranking and the judges, as a table."""
    design = found["design"]
    print("rank  project  calibrated  se        raw mean  reviews  90 % range  first")
    for i in np.argsort(found["rank"], kind="stable"):
        low, high = found["interval"][i]
        first = "" if found["places"] is None else f"{np.mean(found['places'][i] == 1):.2f}"
        print(f"{found['rank'][i]:4}  {design.projects[i]:7}  {found['calibrated'][i]:10.6f}  {found['se'][i]:.6f}  {design.raw_mean[i]:.6f}"
              f"  {design.count[i]:7}  {f'{low}–{high}':10}  {first}")  # fmt: skip
    print("reviews  offset     scale     noise     weight    judge, flags")
    for j, judge in enumerate(design.judges):
        print(f"{design.load[j]:7}  {found['offset'][j]:+.6f}  {found['scale'][j]:.6f}  {found['noise'][j]:.6f}  {found['weight'][j]:.6f}"
              f"  {judge} {', '.join(found['flags'][j])}")  # fmt: skip
    if found["z"] is not None:
        print(f"z of ζ: {found['z']:.6f}, " + (f"used: ζ = {found['zeta']:.6f}" if found["used"] else "not used"))


def once(members):
    """An object of which no member is repeated: json would take the last."""
    if len(dict(members)) < len(members):
        sys.exit("a member is repeated")
    return dict(members)


def main(arguments):
    check = "--check" in arguments
    names = [name for name in arguments if name != "--check"]
    wrong, runs = 0, 0
    for name in names:
        with open(name, encoding="utf-8-sig") as file:
            bundle = json.load(file, object_pairs_hook=once)
        for run in bundle.get("runs", []):
            where = f"{name}, run {run['run']}"
            if run["method"] not in (METHOD, RAW_MEAN) or len({line[2] for line in run["input"]}) > 300:
                print(f"{where}: not computed. This program knows {METHOD} and {RAW_MEAN}, up to 300 judges")
                continue
            # Plain means do not depend on who dealt the reviews, and do not say it.
            found = calibrate(run["input"], (run.get("panels") or {"dealt": False})["dealt"])
            said = differences(run, found)
            runs += 1
            wrong += bool(said)
            if not check:
                show(found)
            count = f"{len(said)} difference{'s' if len(said) > 1 else ''}"
            print(f"{where}: " + (count + "\n  " + "\n  ".join(said[:20]) if said else "the same"))
    if runs == 0:
        sys.exit("no run was computed" if names else "usage: calibration.py [--check] BUNDLE…")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
