import { runCommand } from './run-command.ts';

export interface Networks {
  /** The network namespace of a service. */
  readonly nameOf: (service: string) => string;
  readonly addressOf: (service: string) => string;
  /** The lines of /etc/hosts with the names and addresses of the services. */
  readonly hosts: string;
  remove(): Promise<void>;
}

/** Private addresses that are used only inside the namespaces. */
const buildAddress = (at: number) => `10.213.0.${at + 2}`;
const ip = (...args: readonly string[]) => runCommand('ip', args);

/**
 * Creates a network namespace with one address for each service, connected by a switch, like a container engine.
 * Nothing else is reachable.
 */
export async function makeNetworks(services: readonly string[]): Promise<Networks> {
  const made: string[] = [];
  const nameOf = (service: string) => `linework-${process.pid}-${service}`;
  const add = async (name: string) => {
    await ip('netns', 'add', name);
    made.push(name);
    await ip('-n', name, 'link', 'set', 'lo', 'up');
  };
  const remove = async () => {
    for (const name of made.toReversed()) await ip('netns', 'del', name);
  };
  const join = async (service: string, at: number) => {
    const [name, port] = [nameOf(service), `port${at}`];
    await add(name);
    await ip('-n', nameOf('switch'), 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    await ip('-n', nameOf('switch'), 'link', 'set', port, 'master', 'switch', 'up');
    await ip('-n', name, 'address', 'add', `${buildAddress(at)}/24`, 'dev', 'eth0');
    await ip('-n', name, 'link', 'set', 'eth0', 'up');
  };
  try {
    await add(nameOf('switch'));
    await ip('-n', nameOf('switch'), 'link', 'add', 'switch', 'type', 'bridge');
    await ip('-n', nameOf('switch'), 'link', 'set', 'switch', 'up');
    for (const [at, service] of services.entries()) await join(service, at);
  } catch (error) {
    await remove();
    throw error;
  }
  const addressOf = (service: string) => buildAddress(services.indexOf(service));
  const hosts = ['127.0.0.1 localhost', ...services.map((service) => `${addressOf(service)} ${service}`), ''].join(
    '\n',
  );
  return { nameOf, addressOf, hosts, remove };
}
