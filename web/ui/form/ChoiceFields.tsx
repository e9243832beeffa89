import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Group, Input } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ChoiceFields.module.css'

interface Choice {
  readonly value: string
  readonly label: string
  readonly picture?: ReactNode
}

interface Props {
  readonly id: string
  readonly label: ReactNode
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: ReactNode
  readonly readOnly: boolean
}

/** One of a few, each with its picture. */
export const CardsField = ({ id, label, choices, value, onChange, error, readOnly }: Props) => (
  <fieldset className={classes.field} disabled={readOnly}>
    <Input.Label component="legend">{label}</Input.Label>
    <div className={classes.cards}>
      {choices.map((choice, at) => (
        <label key={choice.value} className={classes.card} data-chosen={choice.value === value || undefined}>
          <input
            {...(at === 0 ? { id } : {})}
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.picture}
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
    {error ? <Input.Error>{error}</Input.Error> : null}
  </fieldset>
)

/** Some of a few. `value` is a JSON array of the chosen ones, in the order of the choices. */
export const ChecksField = ({ id, label, choices, value, onChange, error, readOnly }: Props) => {
  const chosen = JSON.parse(value) as string[]
  const toggle = (name: string) =>
    onChange(
      JSON.stringify(choices.map((choice) => choice.value).filter((one) => (one === name) !== chosen.includes(one))),
    )
  return (
    <fieldset className={classes.field} disabled={readOnly}>
      <Input.Label component="legend">{label}</Input.Label>
      <Group gap="lg">
        {choices.map((choice, at) => (
          <Checkbox
            key={choice.value}
            {...(at === 0 ? { id } : {})}
            label={choice.label}
            checked={chosen.includes(choice.value)}
            onChange={() => toggle(choice.value)}
          />
        ))}
      </Group>
      {error ? <Input.Error>{error}</Input.Error> : null}
    </fieldset>
  )
}
