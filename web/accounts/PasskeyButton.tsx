import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from './passkey-browser.ts'

interface Props {
  readonly disabled: boolean
  readonly fullWidth?: boolean
  readonly onPress: () => void
}

/** Signs in by a passkey; not shown in a browser without passkeys. */
export const PasskeyButton = ({ disabled, fullWidth = false, onPress }: Props) => {
  const { t } = useTranslation()
  return (
    canUsePasskeys() && (
      <Button
        variant="default"
        size="lg"
        fullWidth={fullWidth}
        disabled={disabled}
        leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
        onClick={onPress}
      >
        {t('passkey_sign_in')}
      </Button>
    )
  )
}
