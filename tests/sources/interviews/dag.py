"""The DAG `interviews`: a file of the folder `dags`."""

from dialogue_etl_project import source_dag

dag = source_dag("interviews", "Interviews to dialogue datasets", "Turns **interviews** into a dataset.")
