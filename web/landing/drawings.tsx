import classes from './drawings.module.css'

/** Drawings of the three blurbs, in the colours of the theme. */
const frame = { className: classes.drawing, viewBox: '0 0 240 140', 'aria-hidden': true } as const

/** A price tag on a short route. */
export const PriceDrawing = () => (
  <svg {...frame}>
    <rect className={classes.ground} width="240" height="140" rx="16" />
    <path className={classes.street} d="M-10 108 70 92l60 14 120-34M40 150 84 -10M150 150l28-160" />
    <path className={classes.way} d="M44 97.500 70 92l60 14 58-16.500" />
    <circle className={classes.accent} cx="44" cy="97.500" r="6" />
    <rect className={classes.ink} x="182" y="83.500" width="12" height="12" rx="1.500" />
    <g transform="translate(78 24)">
      <path
        className={classes.card}
        d="M12 0h76a12 12 0 0 1 12 12v22a12 12 0 0 1-12 12H58l-8 10-8-10H12A12 12 0 0 1 0 34V12A12 12 0 0 1 12 0Z"
      />
      <circle className={classes.accent} cx="20" cy="23" r="8" />
      <path className={classes.thick} d="M40 17h44M40 29h26" />
    </g>
  </svg>
)

/** A car on a map, on its way to a pin. */
export const MapDrawing = () => (
  <svg {...frame}>
    <rect className={classes.ground} width="240" height="140" rx="16" />
    <path className={classes.street} d="M-10 34 250 58M-10 112 250 96M52-10 34 150M128-10l-10 160M206-10l6 160" />
    <path className={classes.way} d="M38 110 121 104.500 125 45 207 53" />
    <g transform="translate(96 93) rotate(-4)">
      <rect className={classes.ink} x="0" y="0" width="40" height="21" rx="8" />
      <rect className={classes.glass} x="8" y="3.500" width="6" height="14" rx="2.500" />
      <rect className={classes.glass} x="25" y="2.500" width="7" height="16" rx="3" />
    </g>
    <path className={classes.accent} d="M207 53c-10-12-15-19-15-26a15 15 0 0 1 30 0c0 7-5 14-15 26Z" />
    <circle className={classes.card} cx="207" cy="27" r="5.500" />
  </svg>
)

/** Five boxes of a code in a speech bubble. */
export const CodeDrawing = () => (
  <svg {...frame}>
    <rect className={classes.ground} width="240" height="140" rx="16" />
    <path
      className={classes.card}
      d="M32 34h176a14 14 0 0 1 14 14v38a14 14 0 0 1-14 14H82l-18 16v-16H32a14 14 0 0 1-14-14V48a14 14 0 0 1 14-14Z"
    />
    {[0, 1, 2, 3, 4].map((place) => (
      <g key={place} transform={`translate(${36 + place * 35} 50)`}>
        <rect className={place < 3 ? classes.soft : classes.ground} width="28" height="34" rx="7" />
        {place < 3 && <circle className={classes.accent} cx="14" cy="17" r="5" />}
      </g>
    ))}
  </svg>
)
