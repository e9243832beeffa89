import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { useFormat } from '../platform/use-format.ts'
import listbox from '../ui/listbox.module.css'
import type { useListbox } from '../ui/use-listbox.ts'
import { VehiclePicture } from '../ui/vehicles/VehiclePicture.tsx'
import classes from './CarTypeSelect.module.css'
import type { Price } from './use-prices.ts'

interface Props {
  readonly list: Pick<ReturnType<typeof useListbox>, 'dropProps' | 'listProps' | 'optionProps'>
  readonly labelId: string
  readonly cars: readonly CarTypeView[]
  readonly value: CarTypeView | null
  readonly priceOf: (car: CarTypeView) => Price | undefined
  readonly pricing: boolean
}

/** The list under the select. */
export const CarTypeList = ({ list, labelId, cars, value, priceOf, pricing }: Props) => {
  const { t } = useFirstTexts()
  return (
    <div {...list.dropProps} className={listbox.drop}>
      <div {...list.listProps} className={listbox.list} aria-labelledby={labelId}>
        <div {...list.optionProps(0, value === null)} className={`${listbox.option} ${classes.none}`}>
          <span className={classes.prompt}>{t('car_type_prompt')}</span>
        </div>
        {cars.map((car, index) => (
          <div key={car.id} {...list.optionProps(index + 1, car === value)} className={listbox.option}>
            <Car car={car} price={priceOf(car)} pricing={pricing} />
          </div>
        ))}
      </div>
    </div>
  )
}

export const Car = ({ car, price, pricing }: { car: CarTypeView; price: Price | undefined; pricing: boolean }) => {
  const { t } = useFirstTexts()
  const format = useFormat()
  return (
    <span className={classes.car}>
      <VehiclePicture image={car.image} width={56} />
      <span className={classes.words}>
        <bdi className={classes.name}>{car.name}</bdi>
        <span className={classes.detail}>
          {t('seats', { count: car.seats })}
          {car.extra_info !== '' && (
            <span>
              {' '}
              · <bdi>{car.extra_info}</bdi>
            </span>
          )}
        </span>
      </span>
      {price !== undefined && (
        <span className={classes.price}>
          <span className={classes.amount}>{format.money(price.estimate)}</span>
          <span className={classes.detail}>
            <PickupMinutes band={price.pickupMinutes} />
          </span>
        </span>
      )}
      {price === undefined && pricing && <span className={classes.waiting} aria-hidden />}
    </span>
  )
}

const PickupMinutes = ({ band }: { band: Price['pickupMinutes'] }) => {
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
