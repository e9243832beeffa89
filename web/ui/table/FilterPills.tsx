import classes from './FilterPills.module.css'

interface Props {
  readonly label: string
  readonly choices: readonly { readonly id: string; readonly label: string }[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** One of several filters, as a row of pills that scrolls where it is too long. */
export const FilterPills = ({ label, choices, chosen, onChoose }: Props) => (
  <fieldset className={classes.row} aria-label={label}>
    {choices.map((choice) => (
      <button key={choice.id} type="button" aria-pressed={choice.id === chosen} onClick={() => onChoose(choice.id)}>
        {choice.label}
      </button>
    ))}
  </fieldset>
)
