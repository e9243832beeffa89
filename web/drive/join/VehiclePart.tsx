import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keyOf, showMessage } from '../../platform/show-message.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import classes from './join.module.css'
import type { VehicleForm } from './use-vehicle-form.ts'

const lengths = { vehicleMake: 60, vehicleModel: 60, vehicleNumber: 20 } as const
const labels = { vehicleMake: 'join_make', vehicleModel: 'join_model', vehicleNumber: 'join_plate' } as const
const fields = ['vehicleMake', 'vehicleModel', 'vehicleNumber'] as const

export const VehiclePart = ({ vehicle, editable }: { vehicle: VehicleForm; editable: boolean }) => {
  const { t } = useTranslation()
  const { form, part, asks, isFull, isSaving } = vehicle
  const { data: carTypes = [], error, refetch } = vehicle.carTypes
  const save = async () => {
    if (await vehicle.save()) showMessage('updated', 'success')
  }
  return (
    <section className={classes.card} aria-labelledby="join-vehicle">
      <h2 id="join-vehicle">{t('join_vehicle')}</h2>
      <form
        ref={part}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
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
          <Button type="submit" size="md" variant="default" disabled={!isFull} loading={isSaving}>
            {t('join_save')}
          </Button>
        )}
      </form>
    </section>
  )
}
