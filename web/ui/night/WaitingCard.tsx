import classes from './WaitingCard.module.css'

interface Props {
  /** `booking`: as high as the booking form; `sign-in`: alone in the middle of the screen */
  readonly as: 'booking' | 'sign-in'
}

/** Placeholder of a card that loads, in its size, so that the layout does not shift. */
export const WaitingCard = ({ as }: Props) => (
  <div className={classes.place} data-alone={as === 'sign-in' || undefined} aria-hidden>
    <div className={classes.card}>
      <div className={classes.title} />
      {as === 'booking' ? (
        <>
          <div className={classes.field} data-tall />
          <div className={classes.field} data-label />
          <div className={classes.field} data-short />
        </>
      ) : (
        <>
          <div className={classes.field} />
          <div className={classes.field} />
        </>
      )}
      <div className={classes.button} />
    </div>
  </div>
)
