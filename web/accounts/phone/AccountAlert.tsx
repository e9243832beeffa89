import { Button, Text } from '@mantine/core'
import type { MessageKey } from '@remis/domain/messages/english'
import { useTranslation } from 'react-i18next'
import { accountAlert } from '../../platform/api/account-alert.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'

/**
 * `not_valid_user_type` or `user_issue_contact_admin`, after which the person is signed out [accounts-2] [accounts-19].
 */
export const AccountAlert = ({ message }: { message: MessageKey }) => {
  const { t } = useTranslation()
  const close = () => accountAlert.set(null)
  return (
    <Dialog title={t('alert')} closeLabel={t('close')} onClose={close}>
      <Text mb="md">{t(message)}</Text>
      <Button fullWidth size="md" onClick={close} data-autofocus>
        {t('close')}
      </Button>
    </Dialog>
  )
}
