import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './Stars.module.css'

interface Props {
  readonly value: number
  readonly label: string
  /** label of one choice for screen readers */
  readonly say: (stars: number) => string
  readonly onChange: (stars: number) => void
}

/** One to five stars as a radio group: arrow keys choose, Tab enters and leaves. */
export const Stars = ({ value, label, say, onChange }: Props) => {
  const name = useId()
  return (
    <fieldset className={classes.stars}>
      <legend className={classes.legend}>{label}</legend>
      {[1, 2, 3, 4, 5].map((stars) => (
        <label key={stars} className={classes.star} data-on={stars <= value || undefined}>
          <input
            type="radio"
            name={name}
            value={stars}
            checked={stars === value}
            onChange={() => onChange(stars)}
            aria-label={say(stars)}
          />
          {stars <= value ? <IconStarFilled size={34} aria-hidden /> : <IconStar size={34} stroke={1.5} aria-hidden />}
        </label>
      ))}
    </fieldset>
  )
}
