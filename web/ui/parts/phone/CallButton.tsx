import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { phoneLink } from './PhoneNumber.tsx'

interface Props {
  readonly name: string
  readonly number: string | null | undefined
  /** `sm`: in a line of a list, without an icon; the number is its tooltip */
  readonly size: 'sm' | 'md' | 'lg'
  readonly className?: string | undefined
}

/** Calls a person; nothing when there is no number to call. */
export const CallButton = ({ name, number, size, className = '' }: Props) => {
  const { t } = useTranslation()
  const link = phoneLink(number)
  if (link === null) return null
  const look =
    size === 'sm'
      ? { variant: 'default', title: number ?? '' }
      : { variant: 'light', leftSection: <IconPhone size={size === 'md' ? 18 : 20} stroke={1.75} aria-hidden /> }
  return (
    <Button
      component="a"
      href={link}
      size={size}
      className={className}
      aria-label={t('trip_call_person', { name })}
      {...look}
    >
      {t('trip_call')}
    </Button>
  )
}
