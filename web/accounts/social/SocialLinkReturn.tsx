import { Loader } from '@mantine/core'
import { socialCalls } from '@remis/domain/accounts/social/social-routes'
import type { MessageKey } from '@remis/domain/messages/english'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { GoTo } from '../../platform/page/GoTo.tsx'
import { keyOf, showMessage } from '../../platform/show-message.ts'
import { NightCard } from '../NightCard.tsx'
import classes from './social.module.css'
import type { SocialReturn } from './social-answer.ts'

/** Adds the account at Facebook or Apple to the signed-in one, and goes back to `/security` [design/accounts-167]. */
export const SocialLinkReturn = ({ answer }: { readonly answer: SocialReturn | undefined }) => {
  const { t } = useTranslation()
  const [stage, setStage] = useState<MessageKey | 'wait' | 'added'>(
    answer === undefined ? 'social_link_failed' : 'wait',
  )
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current || answer === undefined) return
    sent.current = true
    const { provider, code, state } = answer
    call(socialCalls.link, { body: { provider, code, state } }).then(
      () => {
        showMessage('updated', 'success')
        setStage('added')
      },
      (error: unknown) => setStage(keyOf(error)),
    )
  }, [answer])
  if (stage === 'added') return <GoTo address={paths.security()} />
  return (
    <NightCard>
      <h1 className={classes.title}>{t('title_social_apps')}</h1>
      <div className={classes.state}>
        {stage === 'wait' ? (
          <output className={classes.wait}>
            <Loader size="sm" aria-hidden /> {t('social_adding')}
          </output>
        ) : (
          <>
            <p role="alert">{t(stage)}</p>
            <Link className={classes.back} to={paths.security()}>
              {t('security_title')}
            </Link>
          </>
        )}
      </div>
    </NightCard>
  )
}
