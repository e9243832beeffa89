import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Group, Input } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import classes from './ChoiceFields.module.css'
import type { OwnChoice } from './form-fields.ts'

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

/** One of a few, each with its picture, or the reader's own, which stays a choice while the form is open. */
export const CardsField = ({
  id,
  label,
  choices,
  own,
  value,
  onChange,
  error,
  readOnly,
}: Props & { readonly own: OwnChoice | undefined }) => {
  const [brought, setBrought] = useState(value)
  const ownChoice = own?.of(brought)
  const bring = (next: string) => {
    setBrought(next)
    onChange(next)
  }
  return (
    <fieldset className={classes.field} disabled={readOnly}>
      <Input.Label component="legend">{label}</Input.Label>
      <div className={classes.cards}>
        {[...choices, ...(ownChoice === undefined ? [] : [{ ...ownChoice, value: brought }])].map((choice, at) => (
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
      {own?.control(bring, readOnly)}
      {error ? <Input.Error>{error}</Input.Error> : null}
    </fieldset>
  )
}

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
