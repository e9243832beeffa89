import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ApplicationView } from '@remis/domain/driver-documents/driver-documents-api'
import { needsPapers } from '@remis/domain/driver-documents/document-kinds'
import { driverDocumentsCalls } from '@remis/domain/driver-documents/driver-documents-routes'
import { carTypesCalls } from '@remis/domain/fare/fare-routes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { keyOf, showMessage } from '../../platform/show-message.ts'
import { useApplicationChange } from './use-application-change.ts'
import classes from './join.module.css'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

interface Props {
  readonly application: ApplicationView
  readonly editable: boolean
}

const lengths = { vehicleMake: 60, vehicleModel: 60, vehicleNumber: 20 } as const
const labels = { vehicleMake: 'join_make', vehicleModel: 'join_model', vehicleNumber: 'join_plate' } as const
const fields = ['vehicleMake', 'vehicleModel', 'vehicleNumber'] as const

const nothing = { vehicleMake: '', vehicleModel: '', vehicleNumber: '' }

/** The vehicle of a driver; of a bicycle only the type [design/documents-13]. */
export const VehicleForm = ({ application: { vehicle }, editable }: Props) => {
  const { t } = useTranslation()
  const save = useApplicationChange(driverDocumentsCalls.setVehicle)
  const {
    data: carTypes = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['join-car-types'],
    queryFn: async () => (await call(carTypesCalls.list, {})).rows,
  })
  const form = useForm({
    initialValues: {
      carTypeId: vehicle.carTypeId ?? '',
      vehicleMake: vehicle.vehicleMake ?? '',
      vehicleModel: vehicle.vehicleModel ?? '',
      vehicleNumber: vehicle.vehicleNumber ?? '',
    },
  })
  const { carTypeId } = form.values
  const carType = carTypes.find(({ id }) => id === carTypeId)
  const asks = carType === undefined || needsPapers(carType.image)
  const isFull = asks ? Object.values(form.values).every((text) => text.trim() !== '') : carTypeId !== ''
  return (
    <section className={classes.card} aria-labelledby="join-vehicle">
      <h2 id="join-vehicle">{t('join_vehicle')}</h2>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((entered) =>
          save.mutate(
            { body: asks ? entered : { ...nothing, carTypeId: entered.carTypeId } },
            { onSuccess: () => showMessage('updated', 'success') },
          ),
        )}
      >
        {carTypes.length === 0 && error !== null && (
          <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />
        )}
        <NativeSelect
          size="md"
          label={t('join_car_type')}
          disabled={!editable}
          data={[
            { value: '', label: t('join_choose') },
            ...carTypes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps('carTypeId')}
        />
        {asks && (
          <div className={classes.three}>
            {fields.map((field) => (
              <TextInput
                key={field}
                size="md"
                label={t(labels[field])}
                disabled={!editable}
                maxLength={lengths[field]}
                {...form.getInputProps(field)}
              />
            ))}
          </div>
        )}
        {editable && (
          <Button type="submit" size="md" variant="default" disabled={!isFull} loading={save.isPending}>
            {t('join_save')}
          </Button>
        )}
      </form>
    </section>
  )
}
