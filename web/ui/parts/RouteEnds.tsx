import classes from './RouteEnds.module.css'

interface End {
  readonly label: string
  readonly text: string
}

/** Pickup and drop joined by a dotted line, ● and ■ as on the map and in the booking form. */
export const RouteEnds = ({ from, to }: { from: End; to: End }) => (
  <dl className={classes.ends}>
    {[from, to].map((end, i) => (
      <div key={end.label} className={classes.end} data-end={i === 0 ? 'from' : 'to'}>
        <dt>{end.label}</dt>
        <dd>
          <bdi>{end.text}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)
