import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, type Ref } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { useListbox } from '../ui/use-listbox.ts'
import { Car, CarTypeList } from './CarTypeList.tsx'
import classes from './CarTypeSelect.module.css'
import type { Price } from './use-prices.ts'

interface Props {
  readonly cars: readonly CarTypeView[]
  readonly value: CarTypeView | null
  readonly onChange: (car: CarTypeView | null) => void
  readonly priceOf: (car: CarTypeView) => Price | undefined
  /** prices are on their way */
  readonly pricing: boolean
  readonly error: string | null
  readonly buttonRef?: Ref<HTMLButtonElement>
}

/** spec 1 §2: a car-type select whose first option is a prompt. */
export const CarTypeSelect = ({ cars, value, onChange, priceOf, pricing, error, buttonRef }: Props) => {
  const { t } = useFirstTexts()
  const labelId = useId()
  const valueId = useId()
  const errorId = useId()
  const list = useListbox({
    count: cars.length + 1,
    first: value === null ? 0 : cars.indexOf(value) + 1,
    on: 'button',
    onChoose: (index) => onChange(cars[index - 1] ?? null),
  })
  return (
    <div className={classes.select}>
      <span id={labelId} className={classes.label}>
        {t('car_type')}
      </span>
      <button
        type="button"
        {...list.fieldProps}
        ref={buttonRef}
        className={classes.button}
        aria-labelledby={`${labelId} ${valueId}`}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- fieldProps make it a combobox
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        data-invalid={error !== null || undefined}
        onClick={list.opened ? list.close : list.open}
      >
        <span id={valueId} className={classes.value}>
          {value === null ? (
            <span className={classes.prompt}>{t('car_type_prompt')}</span>
          ) : (
            <Car car={value} price={priceOf(value)} pricing={pricing} />
          )}
        </span>
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </button>
      {error !== null && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      {list.opened && <CarTypeList {...{ list, labelId, cars, value, pricing, priceOf }} />}
    </div>
  )
}
