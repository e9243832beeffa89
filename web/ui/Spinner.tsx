import classes from './Spinner.module.css'

/** Something is on its way; the words for it stand with whoever shows this. Size in px. */
export const Spinner = ({ size }: { size: number }) => (
  <svg className={classes.spinner} viewBox="0 0 24 24" width={size} height={size} aria-hidden>
    <circle cx="12" cy="12" r="9.5" />
  </svg>
)
