import classes from './TagPicker.module.css'

interface Props {
  readonly label: string
  readonly choices: readonly { readonly id: string; readonly label: string }[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Checkboxes styled as pills. */
export const TagPicker = ({ label, choices, chosen, onChange }: Props) => (
  <fieldset className={classes.tags}>
    <legend>{label}</legend>
    {choices.map(({ id, label: text }) => {
      const on = chosen.includes(id)
      return (
        <label key={id} className={classes.tag} data-on={on || undefined}>
          <input
            type="checkbox"
            checked={on}
            onChange={() => onChange(on ? chosen.filter((one) => one !== id) : [...chosen, id])}
          />
          {text}
        </label>
      )
    })}
  </fieldset>
)
