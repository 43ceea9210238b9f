// One stylesheet language: colours and text sizes come from web/static/tokens.css, so that both schemes stay whole.
const token = /^var\(--(tiny|small|text|large|heading|title|huge|symbol(-large|-small)?)\)$/;
const relative = [/^[\d.]+em$/, "inherit", "0", "max(var(--text), 0.6em)", "max(var(--text), 1.05vw)", "var(--u)"];
const relativeToPlan = [/^(max\()?calc\(.*var\(--(px|cell)/, "var(--said, 1em)"];

export default {
  extends: "stylelint-config-standard",
  rules: {
    "color-no-hex": true,
    "function-disallowed-list": [/^rgba?$/, /^hsla?$/, "oklch"],
    "color-named": "never",
    "declaration-property-value-allowed-list": { "font-size": [token, ...relative, ...relativeToPlan] },
    // A rule inside a rule stands directly below what is before it.
    "rule-empty-line-before": ["always-multi-line", { except: ["first-nested"], ignore: ["after-comment", "inside-block"] }],
    "at-rule-empty-line-before": ["always", { ignore: ["after-comment", "inside-block"] }],
    "comment-empty-line-before": null,
    "value-keyword-case": ["lower", { ignoreKeywords: ["Roboto"] }],
    "declaration-empty-line-before": null,
    "custom-property-empty-line-before": null,
    // Class names carry the words of rules and journal as they are: is-as_fair, notes-no_battle.
    "selector-class-pattern": "^[a-z][a-zA-Z0-9_]*(-[a-zA-Z0-9_]+)*$",
    // A sheet is ordered by what it shows, states beside what they change.
    "no-descending-specificity": null,
    "property-no-vendor-prefix": [true, { ignoreProperties: [/text-size-adjust$/, /user-select$/] }],
  },
  overrides: [
    {
      files: ["web/static/tokens.css"],
      rules: { "color-no-hex": null, "function-disallowed-list": null },
    },
  ],
};
