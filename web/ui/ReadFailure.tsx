import { Button, Stack, Text, type StackProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props extends Pick<StackProps, 'className' | 'p'> {
  readonly text: string
  /** of the text, which may name the part */
  readonly textId?: string
  /** undefined: another try would fail too */
  readonly onRetry: (() => void) | undefined
}

/** Replaces what could not be loaded, with a button to retry [design/web-182]. */
export const ReadFailure = ({ text, textId, onRetry, ...look }: Props) => {
  const { t } = useTranslation()
  return (
    <Stack role="alert" align="flex-start" {...look}>
      <Text {...(textId === undefined ? {} : { id: textId })}>{text}</Text>
      {onRetry !== undefined && (
        <Button size="md" variant="default" onClick={onRetry}>
          {t('try_again')}
        </Button>
      )}
    </Stack>
  )
}
