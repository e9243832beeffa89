import type { ApplicationView, driverDocumentsApi } from '@remis/domain/driver-documents/driver-documents-api'
import { driverDocumentsCalls } from '@remis/domain/driver-documents/driver-documents-routes'
import type { Contract, Input } from '@remis/domain/kit/endpoint'
import { plainCall, queryClient } from '../../platform/api/plain-call.ts'
import { useKeyedCall } from '../../platform/api/use-keyed-call.ts'
import { showError } from '../../platform/show-message.ts'
import { applicationKey } from './application-key.ts'

/**
 * A change of the application; the same press repeated has the same idempotency key, and the answer is the new state.
 */
export const useApplicationChange = <E extends Contract>(endpoint: E, onError: (error: Error) => void = showError) =>
  useKeyedCall(
    async (input: Input<E>, press) => (await plainCall(endpoint, input, press)) as { application: ApplicationView },
    {
      onSuccess: ({ application }) => queryClient.setQueryData(applicationKey, application),
      onError,
    },
  )

/** Hands in a document with its uploaded picture, once for each picture. Throws AppError. */
export const handInDocument = async (body: Input<typeof driverDocumentsApi.handIn>['body']): Promise<void> => {
  const { application } = await plainCall(driverDocumentsCalls.handIn, { body }, { key: body.file })
  queryClient.setQueryData(applicationKey, application)
}
