import type { SavedAddressView } from '@remis/domain/places/places-api'
import { savedAddressesCalls } from '@remis/domain/places/places-routes'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { showError } from '../platform/show-message.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'

interface Props {
  readonly address: SavedAddressView
  readonly name: string
  readonly onClose: () => void
}

export const RemoveAddress = ({ address, name, onClose }: Props) => {
  const { t } = useTranslation()
  const remove = useMutation({
    mutationFn: () => call(savedAddressesCalls.remove, { body: { id: address.id } }),
    onError: showError,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['saved-addresses'] })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('profile_address_remove_named', { name })}
      lead={t('profile_address_remove_lead')}
      confirm={t('profile_address_remove')}
      keep={t('cancel')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
