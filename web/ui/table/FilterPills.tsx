import type { FilterChoice } from './list-state.ts'
import classes from './FilterPills.module.css'

interface Props {
  readonly label: string
  readonly choices: readonly FilterChoice[]
  /** one, or several where they can be combined */
  readonly chosen: string | readonly string[]
  readonly onChoose: (id: string) => void
}

/** Filters as pills: in as many lines as they need on a wide screen, else in one line that scrolls. */
export const FilterPills = ({ label, choices, chosen, onChoose }: Props) => (
  <fieldset className={classes.row} aria-label={label}>
    {choices.map(({ id, label: text, count }) => (
      <button
        key={id}
        type="button"
        aria-pressed={typeof chosen === 'string' ? id === chosen : chosen.includes(id)}
        onClick={() => onChoose(id)}
      >
        {/* with a blank, which a screen reader's name of the button needs */}
        {text} {count !== undefined && <small>{count}</small>}
      </button>
    ))}
  </fieldset>
)
