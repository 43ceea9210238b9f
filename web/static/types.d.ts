// Types that several of the page's modules share; those of what the server sends come from api.d.ts.

import type {
  BurstView,
  DistancesView,
  GoingView,
  HexOptionView,
  MatchView,
  OpenRulingView,
  PastRulingView,
  PathView,
  SquareOptionView,
  TrialView,
  WatchView,
  WeaponView,
} from "./api.js";

export * from "./api.js";

/** On the table in cm, or in a drawing. */
export type Point = [x: number, y: number];

export interface Place {
  x: number;
  y: number;
}

/** A part of a drawing. */
export interface Box extends Place {
  width: number;
  height: number;
}

/** Of the table, as it lies before the players. */
export type Edge = "near" | "far" | "left" | "right";

/** What is said where an answer could not be had. */
export interface Failed {
  error: string;
}

/** What the pages of those who play and of those who watch both have. */
type LiveView = Pick<MatchView, keyof MatchView & keyof WatchView>;

/** A ruling as it is shown, of now or of an earlier moment. */
export type ShownRulingView = Pick<OpenRulingView, keyof OpenRulingView & keyof PastRulingView>;

/** What is drawn of a match, now or at an earlier moment. */
export type PlanView = Pick<
  LiveView,
  "board" | "picture_cm" | "pieces" | "sides" | "stands" | "suggestions" | "table" | "turn" | "undo" | "versions"
> & { ruling: ShownRulingView | null } & Partial<Pick<LiveView, "camera_cm" | "cannon" | "picture_hidden" | "put_back">>;

/** What a page shows of a match: one of those who play, or of those who watch. */
export type View = LiveView & Partial<Omit<MatchView & WatchView, keyof LiveView>>;

/** A number of pips, or a sign. */
export type DieFace = number | string;

/** Where somebody may go on a board. */
export type BoardOption = SquareOptionView | HexOptionView;

/** What a stand may reach. */
export type Area = GoingView | WeaponView;

/** A figure on the table: a disc has its radius. */
export interface Figure {
  form: "line" | "polygon" | "disc";
  points: Point[];
  radius_cm?: number | null;
}

/** What a tool has measured. */
export type Measured = DistancesView | PathView | BurstView | TrialView;

export type Value = string | number | boolean | null | undefined;

/** A listener that knows its own kind of event, kept beside those of other kinds. */
type Listener = { hear(event: Event): unknown }["hear"];

type Listeners<E> = {
  [Name in keyof GlobalEventHandlersEventMap as `on${Name}`]?: (
    event: GlobalEventHandlersEventMap[Name] & { currentTarget: E },
  ) => unknown;
};

/** What an element is made with: attributes, and listeners by the name "on...". */
export type Attributes<E> = Listeners<E> & { [name: string]: Value | Listener };

type OneChild = Node | string | false | null | undefined;
export type Child = OneChild | OneChild[];
