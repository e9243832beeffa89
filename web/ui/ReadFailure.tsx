import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly text: string
  readonly onRetry: () => void
}

/** Replaces what could not be loaded, with a button to retry [design/web-182]. */
export const ReadFailure = ({ text, onRetry }: Props) => {
  const { t } = useTranslation()
  return (
    <Stack role="alert" align="flex-start">
      <Text>{text}</Text>
      <Button size="md" variant="default" onClick={onRetry}>
        {t('table_try_again')}
      </Button>
    </Stack>
  )
}
