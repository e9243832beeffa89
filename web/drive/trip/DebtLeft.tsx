import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'

interface Props {
  /** major units */
  readonly debt: number
  readonly onSend: () => void
  readonly onClose: () => void
}

/** Asks before the fare is recorded without the debt: it cannot be added later [design/money-97]. */
export const DebtLeft = ({ debt, onSend, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Dialog
      title={t('drive_debt_left_title', { amount: format.money(debt) })}
      closeLabel={t('panel_close')}
      onClose={onClose}
    >
      <Stack>
        <Text>{t('drive_debt_left_lead')}</Text>
        <Group justify="flex-end">
          <Button size="md" color="red" onClick={onSend}>
            {t('drive_debt_left_confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
