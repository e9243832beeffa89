import '../../ui/mantine-parts.ts'
import { Button } from '@mantine/core'
import { socialCalls, type SocialName } from '@remis/domain/accounts/social/social-routes'
import type { MessageKey } from '@remis/domain/messages/english'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeNext } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { keyOf, showRefusal } from '../../platform/show-message.ts'
import { OrLine } from '../../ui/form/OrLine.tsx'
import { keepNext } from './social-answer.ts'
import { socialIcons } from './social-names.ts'
import classes from './social.module.css'

interface Props {
  readonly next: unknown
  readonly disabled: boolean
  /** null: its message was closed */
  readonly onFault: (key: MessageKey | null) => void
}

/** One button for each provider that is set up, while FacebookLoginEnabled is on [accounts-11]. */
export const SocialButtons = ({ next, disabled, onFault }: Props) => {
  const { t } = useTranslation()
  const enabled = useSettings()?.FacebookLoginEnabled === true
  const { data } = useQuery({
    queryKey: ['social-ways'],
    queryFn: async () => (await call(socialCalls.ways, {})).ways,
    enabled,
  })
  const [leaving, setLeaving] = useState<SocialName | null>(null)
  // Back from the provider: browsers show the page as it was left.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setLeaving(null)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  if (!enabled || data === undefined || data.length === 0) return null

  const leave = async (provider: SocialName) => {
    setLeaving(provider)
    keepNext(safeNext(next))
    try {
      window.location.assign((await call(socialCalls.begin, { body: { provider } })).url)
    } catch (error) {
      setLeaving(null)
      const key = keyOf(error)
      onFault(key)
      showRefusal(key, error, () => onFault(null))
    }
  }
  return (
    <div className={classes.ways}>
      <OrLine />
      {data.map((provider) => {
        const Icon = socialIcons[provider]
        return (
          <Button
            key={provider}
            variant="default"
            size="lg"
            fullWidth
            disabled={disabled || (leaving !== null && leaving !== provider)}
            loading={leaving === provider}
            leftSection={<Icon size={20} className={classes.icon} data-provider={provider} aria-hidden />}
            onClick={() => void leave(provider)}
          >
            {t(`social_with_${provider}`)}
          </Button>
        )
      })}
    </div>
  )
}
