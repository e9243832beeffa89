import classes from './WaitingCard.module.css'

interface Props {
  /** `booking`: as high as the booking form, which comes in its place; `sign-in`: alone in the middle of the screen */
  readonly as: 'booking' | 'sign-in'
}

/** The frame of a card that is on its way, in the shape of what comes: nothing on the screen moves when it is there. */
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
