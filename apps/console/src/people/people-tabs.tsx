import { useNavigate } from '@tanstack/react-router';
import { t } from '../language/translate.ts';
import { Tabs } from '../ui/tabs.tsx';

/** Leads from the people to their roles. */
export function PeopleTabs({ value }: { readonly value: '/people' | '/roles' }) {
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('Show')}
      tabs={[
        ['/people', t('People')],
        ['/roles', t('Roles')],
      ]}
      value={value}
      onChange={(to) => void navigate({ to: to === '/roles' ? '/roles' : '/people' })}
    />
  );
}
