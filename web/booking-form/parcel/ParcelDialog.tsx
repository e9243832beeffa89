import '../../ui/mantine-parts.ts'
import { Button } from '@mantine/core'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { keepSubmit } from '../../ui/dialogs/keep-submit.ts'
import { startChoice, type ParcelChoice } from './instruction.ts'
import classes from './parcel.module.css'

interface Props {
  readonly car: CarTypeView
  /** from an earlier opening of the dialog [design/web-129] */
  readonly choice: ParcelChoice | null
  /** the price of the choice is on its way */
  readonly busy: boolean
  readonly onChoose: (choice: ParcelChoice) => void
  readonly onClose: () => void
}

/** Parcel type and option of the chosen car type, between the route and the estimate [landing-19]. */
export const ParcelDialog = ({ car, choice, busy, onChoose, onClose }: Props) => {
  const { t } = useTranslation()
  const { parcelTypes, options } = car
  const [start] = useState(() => startChoice(car, choice))
  const [parcelTypeIndex, setParcelType] = useState(start.parcelTypeIndex)
  const [optionIndex, setOption] = useState(start.optionIndex)
  return (
    <Dialog title={t('parcel_title')} closeLabel={t('close')} busy={busy} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          keepSubmit(event)
          onChoose({ parcelTypeIndex, optionIndex })
        }}
      >
        <Choices title={t('parcel_type')} rows={parcelTypes} value={parcelTypeIndex} onChange={setParcelType} />
        <Choices title={t('parcel_option')} rows={options} value={optionIndex} onChange={setOption} />
        <p className={classes.follows}>{t('parcel_total_follows')}</p>
        <div className={classes.actions}>
          <Button variant="default" size="lg" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="lg" loading={busy} data-autofocus>
            {t('parcel_continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly rows: CarTypeView['options']
  readonly value: number | null
  readonly onChange: (index: number) => void
}

const Choices = ({ title, rows, value, onChange }: ChoicesProps) => {
  const format = useFormat()
  const name = useId()
  if (rows.length === 0) return null
  return (
    <fieldset className={classes.choices}>
      <legend>{title}</legend>
      {rows.map(({ description, amount }, index) => (
        <label key={description}>
          <input type="radio" name={name} checked={index === value} onChange={() => onChange(index)} />
          <bdi>{description}</bdi>
          {amount > 0 && <span dir="ltr">+ {format.money(amount)}</span>}
        </label>
      ))}
    </fieldset>
  )
}
