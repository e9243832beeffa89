import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Alert.layer.css'
import { Alert, Skeleton, Title } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DemoAccountNote } from '../../platform/list/demo.tsx'
import { useSession } from '../../platform/api/session.ts'
import { PasskeysPart } from './PasskeysPart.tsx'
import { PasswordPart } from './PasswordPart.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import cards from '../../ui/parts/CardPage.module.css'
import { securityQuery } from './security-query.ts'
import { SessionsPart } from './SessionsPart.tsx'
import { SocialsPart } from './SocialsPart.tsx'
import { TwoStepPart } from './TwoStepPart.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

/** `/security`: how a person signs in, and where [design/accounts-64]. */
export const SecurityPage = () => {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data, isError, refetch } = useQuery(securityQuery)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const first = user?.twoFactorNeeded === true
  return (
    <div className={cards.page}>
      <Title order={1} size="h3">
        {t(first ? 'security_required_title' : 'security_title')}
      </Title>
      {first && (
        <Alert color="yellow" icon={<IconShieldLock size={20} stroke={1.75} aria-hidden />}>
          {t('security_required_lead')}
        </Alert>
      )}
      {data === undefined ? (
        isError ? (
          <ReadFailure text={t('security_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} aria-busy="true" />
        )
      ) : (
        <>
          <DemoAccountNote />
          {!first && <PasswordPart hasPassword={data.password} />}
          <TwoStepPart security={data} onCodes={setCodes} />
          <PasskeysPart passkeys={data.passkeys} onCodes={setCodes} />
          {!first && data.socials.length > 0 && <SocialsPart socials={data.socials} />}
          {!first && <SessionsPart />}
        </>
      )}
      {codes !== null && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}
