import { useForm } from '@mantine/form'
import type { ApplicationView } from '@remis/domain/driver-documents/driver-documents-api'
import { needsPapers } from '@remis/domain/driver-documents/document-kinds'
import { driverDocumentsCalls } from '@remis/domain/driver-documents/driver-documents-routes'
import { carTypesCalls } from '@remis/domain/fare/fare-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { keyOf, showError } from '../../platform/show-message.ts'
import { focusFirstWrong } from '../../ui/dialogs/focus-first-wrong.ts'
import { followStored } from '../../ui/form/form-fields.ts'
import { useApplicationChange } from './use-application-change.ts'

const formOf = ({ vehicle }: Pick<ApplicationView, 'vehicle'>) => ({
  carTypeId: vehicle.carTypeId ?? '',
  vehicleMake: vehicle.vehicleMake ?? '',
  vehicleModel: vehicle.vehicleModel ?? '',
  vehicleNumber: vehicle.vehicleNumber ?? '',
})
type Field = keyof ReturnType<typeof formOf>

const nothing = { vehicleMake: '', vehicleModel: '', vehicleNumber: '' }

/** The vehicle of an application while it is edited; of a bicycle only the type [design/documents-13]. */
export const useVehicleForm = (application: ApplicationView, editable: boolean) => {
  const { t } = useTranslation()
  const carTypes = useQuery({
    queryKey: ['join-car-types'],
    queryFn: async () => (await call(carTypesCalls.list, {})).rows,
  })
  const stored = formOf(application)
  const names = Object.keys(stored) as Field[]
  const form = useForm({ initialValues: stored })
  const part = useRef<HTMLFormElement>(null)
  const shown = useRef(stored)
  const { vehicle } = application
  useEffect(() => {
    const now = formOf({ vehicle })
    // [design/web-185]; what the office has cannot be edited
    form.setValues(editable ? followStored(form.getValues(), shown.current, now) : now)
    shown.current = now
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each stored vehicle
  }, [vehicle, editable])

  const carType = carTypes.data?.find(({ id }) => id === form.values.carTypeId)
  const asks = carType === undefined || needsPapers(carType.image)
  const needed = asks ? names : (['carTypeId'] as const)
  const empty = needed.filter((name) => form.values[name].trim() === '')
  const showFaults = (fields: readonly Field[], text: string) => {
    form.setErrors(Object.fromEntries(fields.map((field) => [field, text])))
    focusFirstWrong(part.current)
  }
  const change = useApplicationChange(driverDocumentsCalls.setVehicle, (error) => {
    const wrong = error instanceof AppError ? names.filter((name) => name in (error.fields ?? {})) : []
    if (wrong.length > 0) showFaults(wrong, t(keyOf(error)))
    else showError(error)
  })

  return {
    form,
    part,
    carTypes,
    asks,
    isFull: empty.length === 0,
    isChanged: editable && names.some((name) => form.values[name].trim() !== stored[name]),
    isSaving: change.isPending,
    /** Whether it is stored; otherwise the fault is shown. */
    save: async (): Promise<boolean> => {
      if (empty.length > 0) {
        showFaults(empty, t('form_required'))
        return false
      }
      const typed = form.getValues()
      try {
        const saved = await change.mutateAsync({ body: asks ? typed : { ...nothing, carTypeId: typed.carTypeId } })
        form.setValues(followStored(form.getValues(), typed, formOf(saved.application)))
        return true
      } catch {
        return false
      }
    },
  }
}
export type VehicleForm = ReturnType<typeof useVehicleForm>
