package io.stepgraph.spring;

import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.postgres.PostgresStoreBuilder;
import io.stepgraph.spring.StepgraphProperties.StoreProperties;
import io.stepgraph.spring.StepgraphProperties.StoreType;
import io.stepgraph.store.Store;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.DatabaseMetaDataCallback;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** The store in the database of the application's data source, if that is Postgres. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({PostgresStore.class, DataSourceUtils.class, JdbcConnectionDetails.class})
@ConditionalOnBean(DataSource.class)
@ConditionalOnMissingBean(Store.class)
class DataSourceStoreConfiguration {

    @Bean
    Store stepgraphStore(
            ObjectProvider<DataSource> beans,
            StepgraphProperties properties,
            ObjectProvider<JdbcConnectionDetails> details) {
        StoreProperties store = properties.store();
        boolean isOpen = store.type() == null && store.sqlite() == null;
        DataSource bean = beans.getIfUnique();
        if (bean == null) {
            if (isOpen) {
                throw new FailureAnalyzedException(
                        "The application has several data sources, and none is primary, so it is not known which one"
                                + " keeps the runs.",
                        "Annotate its bean with @Primary, declare a bean of the type Store, or set"
                                + " stepgraph.store.type.");
            }
            return StoreOpener.open(store);
        }
        DataSource connections = outsideOfTransactions(bean);
        boolean isChosen = store.type() == StoreType.POSTGRES || (isOpen && isPostgres(connections));
        if (!isChosen) {
            return StoreOpener.open(store);
        }
        PostgresStoreBuilder builder = PostgresStore.builder(connections)
                .schema(store.schema())
                .transactions(new SpringTransactions(connections));
        PropertyMapper.get().from(store::socketTimeout).to(builder::socketTimeout);
        JdbcConnectionDetails known = details.getIfUnique();
        if (known != null && known.getJdbcUrl().equals(read(connections, DatabaseMetaData::getURL))) {
            builder.listenOn(outsideOfPool(known));
        }
        return builder.open();
    }

    /** A proxy would give the store the connections of transactions, for the writes that must not take part in one. */
    private static DataSource outsideOfTransactions(DataSource bean) {
        return bean instanceof TransactionAwareDataSourceProxy proxy
                ? Objects.requireNonNull(proxy.getTargetDataSource())
                : bean;
    }

    /** Connections for notifications are kept for good, so they come from no pool. */
    private static DataSource outsideOfPool(JdbcConnectionDetails details) {
        DriverManagerDataSource single = new DriverManagerDataSource(details.getJdbcUrl());
        single.setUsername(details.getUsername());
        single.setPassword(details.getPassword());
        return single;
    }

    private static boolean isPostgres(DataSource connections) {
        return read(connections, DatabaseMetaData::getDatabaseProductName).equals("PostgreSQL");
    }

    private static String read(DataSource connections, DatabaseMetaDataCallback<String> value) {
        try {
            return JdbcUtils.extractDatabaseMetaData(connections, value);
        } catch (MetaDataAccessException silent) {
            Throwable why = silent;
            for (Throwable cause = silent; cause != null; cause = cause.getCause()) {
                why = cause instanceof SQLException ? cause : why; // the driver's, behind those of Spring and the pool
            }
            throw new FailureAnalyzedException(
                    "The database of the application does not answer, so it is not known whether it can keep runs: "
                            + why.getMessage(),
                    "Start the database, or correct spring.datasource.url, .username and .password.",
                    silent);
        }
    }
}
