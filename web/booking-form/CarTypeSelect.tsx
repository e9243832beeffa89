import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, type Ref } from 'react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { useListbox } from '../ui/use-listbox.ts'
import classes from './CarTypeSelect.module.css'
import type { Price } from '../booking-parts/use-prices.ts'
import { useVariant } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import listbox from '../ui/listbox.module.css'
import { VehiclePicture } from '../ui/vehicles/VehiclePicture.tsx'

interface Props {
  readonly cars: readonly CarTypeView[]
  readonly value: CarTypeView | null
  readonly onChange: (car: CarTypeView | null) => void
  readonly priceOf: (car: CarTypeView) => Price | undefined
  /** prices are loading */
  readonly pricing: boolean
  /** booked for later: present pickup times do not apply */
  readonly later: boolean
  readonly error: string | null
  readonly buttonRef?: Ref<HTMLButtonElement>
}

/** Select for the car type; the first option is a prompt [landing-13]. */
export const CarTypeSelect = ({ cars, value, onChange, priceOf, pricing, later, error, buttonRef }: Props) => {
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
            <Prompt prices={cars.map(priceOf)} pricing={pricing} />
          ) : (
            <Car car={value} price={priceOf(value)} pricing={pricing} later={later} />
          )}
        </span>
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </button>
      {error !== null && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      {list.opened && <CarTypeList {...{ list, labelId, cars, value, pricing, later, priceOf }} />}
    </div>
  )
}

/** Before a car type is chosen, with the lowest price. */
const Prompt = ({ prices, pricing }: { prices: readonly (Price | undefined)[]; pricing: boolean }) => {
  const { t } = useFirstTexts()
  const format = useFormat()
  const amounts = prices.flatMap((price) => (price === undefined ? [] : [price.estimate]))
  return (
    <span className={classes.car}>
      <span className={`${classes.words} ${classes.prompt}`}>{t('car_type_prompt')}</span>
      {amounts.length > 0 ? (
        <span className={classes.amount}>{t('price_from', { amount: format.money(Math.min(...amounts)) })}</span>
      ) : (
        pricing && <span className={classes.waiting} aria-hidden />
      )}
    </span>
  )
}

interface ListProps {
  readonly list: Pick<ReturnType<typeof useListbox>, 'dropProps' | 'listProps' | 'optionProps'>
  readonly labelId: string
  readonly cars: readonly CarTypeView[]
  readonly value: CarTypeView | null
  readonly priceOf: (car: CarTypeView) => Price | undefined
  readonly pricing: boolean
  readonly later: boolean
}

/** The list under the select. */
const CarTypeList = ({ list, labelId, cars, value, priceOf, pricing, later }: ListProps) => {
  const { t } = useFirstTexts()
  return (
    <div {...list.dropProps} className={listbox.drop}>
      <div {...list.listProps} className={listbox.list} aria-labelledby={labelId}>
        <div {...list.optionProps(0, value === null)} className={`${listbox.option} ${classes.none}`}>
          <span className={classes.prompt}>{t('car_type_prompt')}</span>
        </div>
        {cars.map((car, index) => (
          <div key={car.id} {...list.optionProps(index + 1, car === value)} className={listbox.option}>
            <Car car={car} price={priceOf(car)} pricing={pricing} later={later} />
          </div>
        ))}
      </div>
    </div>
  )
}

interface CarProps {
  readonly car: CarTypeView
  readonly price: Price | undefined
  readonly pricing: boolean
  readonly later: boolean
}

const Car = ({ car, price, pricing, later }: CarProps) => {
  const { t } = useFirstTexts()
  const format = useFormat()
  // a parcel needs no seat
  const seats = !useVariant().showsParcel
  return (
    <span className={classes.car}>
      <VehiclePicture image={car.image} width={56} />
      <span className={classes.words}>
        <bdi className={classes.name}>{car.name}</bdi>
        <span className={classes.detail}>
          {seats && t('seats', { count: car.seats })}
          {car.extra_info !== '' && (
            <span>
              {seats && ' · '}
              <bdi>{car.extra_info}</bdi>
            </span>
          )}
        </span>
      </span>
      {price !== undefined && (
        <span className={classes.price}>
          <span className={classes.amount}>{format.money(price.estimate)}</span>
          {!later && price.pickupMinutes !== undefined && (
            <span className={classes.detail}>
              <PickupMinutes band={price.pickupMinutes} />
            </span>
          )}
        </span>
      )}
      {price === undefined && pricing && <span className={classes.waiting} aria-hidden />}
    </span>
  )
}

const PickupMinutes = ({ band }: { band: Exclude<Price['pickupMinutes'], undefined> }) => {
  const { t } = useFirstTexts()
  const format = useFormat()
  if (band === null) return t('nobody_near')
  const words = { from: format.number(band.from), to: format.number(band.to) }
  return (
    <span title={t('pickup_minutes_label', words)}>
      {t(band.from < band.to ? 'pickup_in' : 'pickup_in_one', words)}
    </span>
  )
}
