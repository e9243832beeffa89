import classes from './RouteEnds.module.css'

interface End {
  readonly label: string
  readonly text: string
}

/** Pickup and drop, or the drop alone, joined by a dotted line, ● and ■ as on the map and in the booking form. */
export const RouteEnds = ({ from, to }: { from: End | null; to: End }) => (
  <dl className={classes.ends}>
    {[from, to].map(
      (end) =>
        end !== null && (
          <div key={end.label} className={classes.end} data-end={end === from ? 'from' : 'to'}>
            <dt>{end.label}</dt>
            <dd>
              <bdi>{end.text}</bdi>
            </dd>
          </div>
        ),
    )}
  </dl>
)
