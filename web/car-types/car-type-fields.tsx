import { carTypePictureOf, carTypePictureUrl } from '@remis/domain/files/file-kinds'
import {
  amountDecimals,
  mostCarTypeAmount,
  mostCarTypeRows,
  mostSeats,
  mostSlabMinutes,
  rateDecimals,
  vehiclePictures,
} from '@remis/domain/fare/car-type-checks'
import type { ManagedCarType } from '@remis/domain/fare/car-types-api'
import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import type { TFunction } from 'i18next'
import { UploadButton } from '../files/UploadButton.tsx'
import type { FormField, FormValues, OwnChoice, RowColumn } from '../ui/form/form-fields.ts'
import { VehiclePicture } from '../ui/vehicles/VehiclePicture.tsx'

type Fields = FormField<ManagedCarType>[]

const amounts: [number, number] = [0, mostCarTypeAmount]
const seats: [number, number] = [1, mostSeats]
const slabMinutes: [number, number] = [0, mostSlabMinutes]

/** The form of a car type, in sections; parcels only in the delivery variant [fare-1]. */
export const fieldsOf = (t: TFunction, settings: PublicSettings, locale: string): Fields => {
  const decimals = amountDecimals(settings)
  const { symbol: unit, convert_to_mile: miles } = settings
  const money = { kind: 'money', required: true, decimals, locale, range: amounts, unit } as const
  const rate = { ...money, decimals: rateDecimals }
  const isFlat = (values: FormValues) => values['convenience_fee_type'] === 'flat'
  const extras: RowColumn[] = [
    { name: 'description', kind: 'text', label: t('extra_description'), most: 60 },
    { name: 'amount', kind: 'money', label: t('extra_amount'), decimals, locale, range: amounts, unit },
  ]
  const extra = { kind: 'rows', columns: extras, mostRows: mostCarTypeRows } as const
  const pictures = vehiclePictures.map((value) => ({
    value,
    label: t(`car_type_image_${value}`),
    picture: <VehiclePicture image={value} width={80} />,
  }))
  const own: OwnChoice = {
    of: (value) =>
      carTypePictureOf(value) === undefined
        ? undefined
        : { label: t('car_type_image_own'), picture: <VehiclePicture image={value} width={80} /> },
    control: (choose, disabled) => (
      <UploadButton
        wide
        kind="carTypeImage"
        label={t('car_type_image_upload')}
        disabled={disabled}
        onUploaded={({ id }) => choose(carTypePictureUrl(id))}
      />
    ),
  }
  return [
    {
      name: 'name',
      kind: 'text',
      label: t('car_type_name'),
      required: true,
      most: 40,
      section: t('car_type_section_riders'),
    },
    { name: 'image', kind: 'cards', label: t('car_type_image'), choices: pictures, own },
    { name: 'seats', kind: 'number', label: t('car_type_seats'), required: true, range: seats },
    { name: 'extra_info', kind: 'lines', most: 200 },
    { name: 'active', kind: 'switch', label: t('car_type_active') },
    { name: 'base_fare', ...money, section: t('car_type_section_fare') },
    { name: 'rate_per_unit_distance', ...rate, label: t(miles ? 'rate_per_mile' : 'rate_per_km') },
    { name: 'rate_per_hour', ...rate },
    { name: 'min_fare', ...money },
    {
      name: 'convenience_fee_type',
      kind: 'select',
      choices: (['percentage', 'flat'] as const).map((value) => ({ value, label: t(`car_type_fee_${value}`) })),
      section: t('car_type_section_fee'),
    },
    {
      name: 'convenience_fees',
      ...rate,
      unit: (values) => (isFlat(values) ? unit : '%'),
      hint: t('car_type_fee_hint'),
    },
    {
      name: 'cancelSlab',
      kind: 'rows',
      section: t('car_type_section_cancel'),
      hint: t('cancelSlab_hint'),
      addLabel: t('cancelSlab_add'),
      mostRows: mostCarTypeRows,
      columns: [
        { name: 'minsDelayed', kind: 'number', label: t('cancelSlab_minutes'), range: slabMinutes },
        { name: 'amount', kind: 'money', label: t('cancelSlab_amount'), decimals, locale, range: amounts, unit },
      ],
    },
    ...(settings.appcat === 'delivery'
      ? ([
          { name: 'parcelTypes', ...extra, addLabel: t('parcelTypes_add'), section: t('car_type_section_parcels') },
          { name: 'options', ...extra, label: t('car_type_options'), addLabel: t('car_type_options_add') },
        ] as Fields)
      : []),
  ]
}

/** What to say about a field that the check refuses. */
export const faultTextOf = (t: TFunction, settings: PublicSettings) => {
  const amountWith = (decimals: number): string => {
    const [least, most] = amounts
    return decimals === 0 ? t('form_whole_number', { least, most }) : t('form_number', { least, most, decimals })
  }
  return (field: string): string => {
    switch (field) {
      case 'name':
      case 'image':
      case 'seats':
      case 'cancelSlab':
        return t(`car_type_wrong_${field}`)
      case 'parcelTypes':
      case 'options':
        return t('car_type_wrong_extras')
      case 'convenience_fees':
        return t('car_type_wrong_fee')
      case 'min_fare':
        return t('car_type_wrong_min_fare')
      case 'rate_per_unit_distance':
      case 'rate_per_hour':
        return amountWith(rateDecimals)
      default:
        return amountWith(amountDecimals(settings))
    }
  }
}
